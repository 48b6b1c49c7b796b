show(await cardwright.sandbox.completeInvoice(invoice.id));
