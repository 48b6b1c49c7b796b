// The sandbox issuer carries this order out, but answers with an error.
const topup = await cardwright.operations.create(
  { type: 'topup', cardId: card.id, amount: '20.00' },
  { idempotencyKey: 'topup-1', sandboxScenario: 'error_after_effect' },
);
show(await cardwright.operations.get(topup.id, { wait: 30 }));
