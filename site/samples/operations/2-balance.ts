show(await cardwright.balance.get());
