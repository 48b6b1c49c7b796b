const invoice = await cardwright.invoices.create({ amount: '200' }, { idempotencyKey: 'deposit-1' });
show(invoice);
