const today = new Date().toISOString().slice(0, 10);
show(await cardwright.statements.get({ from: today, to: today }));
