// Texts of the area `welcome`: opening a company.
import { add } from './loaded.ts';

export const welcome = {
  'welcome.title': 'Create your company',
  'welcome.lead':
    'A company holds your account, cards and team. Next, we verify your business. The sandbox and Live open once ' +
    'it’s approved.',
  'welcome.name': 'Company name',
  'welcome.nameHelp': 'As registered. For an individual, your full name.',
  'welcome.nameMissing': 'Enter a name.',
  'welcome.kind': 'Type',
  'welcome.corporate': 'Company',
  'welcome.corporateHelp': 'A registered business with its own name and owners.',
  'welcome.individual': 'Individual',
  'welcome.individualHelp': 'Just you. Up to 500 cards a month.',
  'welcome.action': 'Create company',
} as const;

add(welcome);
