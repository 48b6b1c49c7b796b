show(await cardwright.holders.create(ada, { idempotencyKey: 'employee-4711' }));
