const limits = { perTransaction: '25.00', perDay: '100.00' };
const limiting = await cardwright.cards.limit(card.id, limits, { idempotencyKey: 'limit-1' });
await cardwright.operations.get(limiting.id, { wait: 30 });
show(await cardwright.cards.get(card.id));
