// What an invoice says about exact, smaller, larger, late and repeated transfers.

/** The rules for exact, smaller, larger, late and repeated transfers. */
export const policy = {
  exact: 'Pay exactly payAmount to address before expiresAt: creditAmount is credited once the issuer confirms it.',
  less: 'A smaller amount is not credited automatically: the invoice goes to manual_review and two operators decide.',
  more: 'A larger amount is not credited automatically: the invoice goes to manual_review and two operators decide.',
  late: 'A transfer after expiresAt is not credited automatically: observedTransfers lists it and operators decide.',
  again: 'A second transfer is not credited automatically: observedTransfers lists it and operators decide.',
  networkFee: 'The network fee of the transfer is paid in TRX from the sending wallet, on top of payAmount.',
};

/** The policy as every invoice carries it. */
export const POLICY_TEXT = JSON.stringify(policy);
