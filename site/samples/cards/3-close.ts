const closing = await cardwright.cards.close(card.id, { idempotencyKey: 'close-1' });
show(await cardwright.operations.get(closing.id, { wait: 30 }));
