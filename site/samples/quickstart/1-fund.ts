await cardwright.sandbox.creditFunds({ amount: '250.50' }, { idempotencyKey: 'first-funding' });
show(await cardwright.balance.get());
