const payment = await cardwright.sandbox.simulateTransaction(
  { cardId: card.id, type: 'purchase', amount: '12.34', merchant: 'Bookshop', country: 'DE', status: 'settled' },
  { idempotencyKey: 'first-payment' },
);
show(payment);
