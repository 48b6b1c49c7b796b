const issue = await cardwright.operations.create(
  { ...order, expectedTotal: preview.total }, // refused with 409 if the price has changed since
  { idempotencyKey: 'card-of-ada' },
);
show(await cardwright.operations.get(issue.id, { wait: 30 }));
