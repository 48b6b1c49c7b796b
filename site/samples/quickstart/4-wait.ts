const { result } = await cardwright.operations.get(operation.id, { wait: 30 });
const card = await cardwright.cards.get(result.cardId ?? '');
show(card);
