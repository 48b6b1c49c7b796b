// Makes JSON.stringify encode a bigint as its digits, for a checker with bigint amounts in its messages.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value() {
    return this.toString();
  },
});
