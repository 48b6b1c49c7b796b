// Texts of the area `find`: the search over everything.
import { add } from './loaded.ts';

export const find = {
  'find.label': 'Name, last four digits, email, merchant or ID',
  'find.actions': 'Actions',
  'find.pages': 'Pages',
  'find.byId': 'By ID',
  'find.cards': 'Cards',
  'find.holders': 'Cardholders',
  'find.merchants': 'Merchants',
  'find.cardOf': '{holder} · {status}',
  'find.paymentsAt': 'Payments at this merchant',
  'find.kind.operation': 'Operation',
  'find.kind.card': 'Card',
  'find.kind.holder': 'Cardholder',
  'find.kind.invoice': 'Invoice',
  'find.kind.transaction': 'Card payment',
  'find.issue': 'Issue a card',
  'find.addHolder': 'Add a cardholder',
  'find.fund': 'Add funds',
  'find.service': 'Order a service',
  'find.invite': 'Invite a member',
  'find.createKey': 'Create an API key',
  'find.createWebhook': 'Add a webhook endpoint',
} as const;

add(find);
