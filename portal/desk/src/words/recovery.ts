// Texts of the area `desk-recovery`: a database that lost commits, and how two operators recover it.
export const deskRecovery = {
  'deskRecovery.title': 'Recovery',
  'deskRecovery.lead':
    'A restored database may lack commits. It then accepts and sends nothing until two operators recover it.',
  'deskRecovery.database': 'Database',
  'deskRecovery.verified': 'Database verified',
  'deskRecovery.verifiedWhy':
    'It has everything that was exported. If a restore or a failover loses commits, this page lists what is missing ' +
    'and how to recover.',
  'deskRecovery.unverified': 'This desk hasn’t verified the database.',
  'deskRecovery.unverifiedWhy': 'Writes are refused: {why}.',
  'deskRecovery.unverifiedNext':
    'This usually ends automatically within seconds. Otherwise see “Recovering” in the operations runbook.',
  'deskRecovery.fenced': 'Nothing is accepted or sent.',
  'deskRecovery.fencedWhy': 'Reads work. Every write is answered with 503 recovering, and clients repeat it later.',
  'deskRecovery.newestMark': 'Newest exported mark',
  'deskRecovery.recoveries': 'Recoveries so far',
  'deskRecovery.between': 'Lost commits',
  'deskRecovery.betweenMoments': 'between {since} and {until}',
  'deskRecovery.betweenSeconds': 'between {since} and {until} ({seconds} s)',
  'deskRecovery.betweenMinutes': 'between {since} and {until} ({minutes} min)',
  'deskRecovery.unknownMoment': 'an unknown time',

  'deskRecovery.lostEntries': 'Ledger entries lost',
  'deskRecovery.missingEntries': 'Audit entries missing',
  'deskRecovery.queued': 'Operations queued',
  'deskRecovery.processing': 'Operations being sent',

  'deskRecovery.steps': 'Recover',
  'deskRecovery.stepsLead':
    'First check that no other server and no newer backup has more. What is missing is given up in the last step.',
  'deskRecovery.replay': 'Replay audit entries',
  'deskRecovery.replayDots': 'Replay audit entries…',
  'deskRecovery.replayWhy':
    'Missing audit entries were exported and come back. Disabled operators, revoked keys and tokens, suspensions and ' +
    'pauses take effect again. Rights that were granted don’t: grant them again later.',
  'deskRecovery.replayEnds':
    'The first replay ends every session of operators and company members. You sign in again and continue here.',
  'deskRecovery.replayCount': 'Audit entries to replay: {count}.',
  'deskRecovery.replayed': 'Audit entries back in the log: {written}. In effect again: {applied}.',
  'deskRecovery.replayedBy': 'Replayed by {name}.',
  'deskRecovery.propose': 'Propose recovery',
  'deskRecovery.proposeDots': 'Propose recovery…',
  'deskRecovery.proposeWhy': 'One operator proposes to give up what is lost, with a reason.',
  'deskRecovery.approve': 'Approve recovery',
  'deskRecovery.approveWhy':
    'Another operator approves. Writes open within two seconds. The issuer is asked about every earlier operation ' +
    'before it is sent.',
  'deskRecovery.approveLead': 'Recover database. What is lost stays lost, and writes are accepted again.',
  'deskRecovery.done': 'Done',
  'deskRecovery.next': 'Next',
  'deskRecovery.later': 'Later',

  'deskRecovery.effect': 'Effect',
  'deskRecovery.now': 'Now',
  'deskRecovery.after': 'After approval',
  'deskRecovery.writes': 'Writes',
  'deskRecovery.refused': 'refused',
  'deskRecovery.accepted': 'accepted',
  'deskRecovery.orders': 'Orders to the issuer',
  'deskRecovery.stopped': 'stopped',
  'deskRecovery.askedFirst': 'sent, after asking about {count}',
  'deskRecovery.sent': 'sent',
  'deskRecovery.entriesLost': '{count} missing',
  'deskRecovery.givenUp': '{count} given up',
  'deskRecovery.epoch': 'Epoch',

  'deskRecovery.missing': 'Missing audit entries',
  'deskRecovery.noneMissing': 'No audit entries missing',
  'deskRecovery.noneMissingWhy': 'Every exported entry is in the audit log.',
  'deskRecovery.number': 'No.',
  'deskRecovery.at': 'Date',
  'deskRecovery.action': 'Action',
  'deskRecovery.subject': 'Subject',
  'deskRecovery.first': 'The first {shown} of {count}.',
  'deskRecovery.books': 'Lost ledger entries by company',
  'deskRecovery.company': 'Company',
  'deskRecovery.lastLeft': 'Last entry left',
  'deskRecovery.lost': 'Entries lost',

  'deskRecovery.last': 'Last recovery',
  'deskRecovery.recoveredAt': 'Recovered',
  'deskRecovery.approvedBy': 'Approved by',
  'deskRecovery.givenUpEntries': 'Given up',
  'deskRecovery.givenUpCount': 'Ledger entries: {entries}, in books: {books}',
  'deskRecovery.proposal': 'Proposal',
  'deskRecovery.afterwards': 'Afterwards',
  'deskRecovery.afterReviews':
    'Companies order again once their records at the issuer are read. Orders that only the issuer has become cases.',
  'deskRecovery.toReviews': 'Go to reviews',
  'deskRecovery.afterVerify': 'Verify the chains: the ledger with cardwright-admin ledger verify, the audit log here.',
  'deskRecovery.toAudit': 'Go to audit log',
} as const;
