// Texts of the area `holders`.
import { add } from './loaded.ts';

export const holders = {
  'holders.title': 'Cardholders',
  'holders.lead': 'The people and businesses that your cards are issued to.',
  'holders.add': 'Add cardholder',
  'holders.search': 'Search cardholders',
  'holders.searchFor': 'Name, email or external ID',
  'holders.noneFound': 'No matches',
  'holders.name': 'Name',
  'holders.nameHelp': 'As shown on their ID.',
  'holders.nameMissing': 'Enter a name.',
  'holders.email': 'Email',
  'holders.emailWrong': 'Enter an email address, for example ada@example.com.',
  'holders.kind': 'Type',
  'holders.kind.individual': 'Person',
  'holders.kind.corporate': 'Business',
  'holders.externalId': 'External ID',
  'holders.externalIdHelp': 'Optional. Their ID in your systems.',
  'holders.status': 'Status',
  'holders.cards': 'Cards',
  'holders.noCards': 'No cards yet',
  'holders.noCardsWhy': 'Cards issued to {name} appear here.',
  'holders.one': 'Cardholder',
  'holders.details': 'Details',
  'holders.id': 'Cardholder ID',
  'holders.anyStatus': 'All statuses',
  'holders.anyKind': 'People and businesses',
  'holders.none': 'No cardholders yet',
  'holders.noneWhy': 'Every card belongs to a cardholder. Add your first cardholder to issue a card.',
  'holders.noneFit': 'No matching cardholders',
  'holders.noneFitWhy': 'Try another status or type.',
  'holders.showAll': 'Show all cardholders',
  'holders.new': 'New cardholder',
  'holders.newWhy.sandbox': 'Sandbox cardholders are active immediately.',
  'holders.newWhy.live':
    'New cardholders are pending until the issuer confirms them. Then you can issue cards to them.',
  'holders.added': '{name} added',
  'holders.states': 'Status guide',
  'holders.state.pending': 'The issuer hasn’t confirmed them yet. You can issue cards once they are active.',
  'holders.state.active': 'You can issue cards to them.',
  'holders.state.blocked': 'You can no longer issue cards to them. Contact support.',
  'holders.state.rejected':
    'The issuer doesn’t accept them. Check the name and email, and add them again if one was wrong.',
} as const;

add(holders);
