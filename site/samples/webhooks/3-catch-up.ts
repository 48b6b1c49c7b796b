// After the last number that you have stored. `events.follow` does the same forever.
const type = ['card.created' as const, 'operation.completed' as const];
const { data } = await cardwright.events.list({ afterSequence: 0, limit: 2, type });
show({ data });
