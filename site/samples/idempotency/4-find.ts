show(await cardwright.idempotencyKeys.get('employee-4711'));
