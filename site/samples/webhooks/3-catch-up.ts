// After the last number that you have stored. `events.follow` does the same for ever.
const types = 'card.created,operation.completed';
const { data } = await cardwright.events.list({ afterSequence: 0, limit: 2, type: types });
show({ data });
