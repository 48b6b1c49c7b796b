const freezing = await cardwright.cards.freeze(card.id, { idempotencyKey: 'lost-card' });
await cardwright.operations.get(freezing.id, { wait: 30 });
show(await cardwright.cards.get(card.id));
