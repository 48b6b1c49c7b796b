// Texts of the area `welcome`: opening a company.
export const welcome = {
  'welcome.title': 'Open your company',
  'welcome.lead':
    'A company holds the account, the cards and the people. Look around at once; cards open once it is verified.',
  'welcome.name': 'Name of the company',
  'welcome.nameHelp': 'As it stands in the register. For an individual: your full name.',
  'welcome.nameMissing': 'Enter the name.',
  'welcome.kind': 'What is it?',
  'welcome.corporate': 'A company',
  'welcome.corporateHelp': 'Registered, with its own name and owners.',
  'welcome.individual': 'An individual',
  'welcome.individualHelp': 'You alone. Up to 500 cards a month.',
  'welcome.act': 'Open the company',
} as const;
