// Texts of the area `services`.
import { add } from './loaded.ts';

export const services = {
  'services.title': 'Services',
  'services.lead': 'Services that you can order from your balance.',
  'services.order': 'Order',
  'services.none': 'No services available',
  'services.noneWhy': 'Services that you can pay for from your balance appear here with their prices.',
  'services.orderTitle': 'New service order',
  'services.recipient': 'Recipient',
  'services.recipientHelp': 'Who receives it: a phone number, address or account, depending on the service.',
  'services.recipientMissing': 'Enter a recipient.',
  'services.amount': 'Amount',
  'services.confirm': 'Order this service?',
  'services.confirmWhy': '{name} for {recipient}, {amount}.',
  'services.action': 'Order service',
  'services.noFee': 'No fee',
  'services.latest': 'Your orders',
  'services.noOrders': 'No orders yet',
  'services.noOrdersWhy': 'Your orders appear here with their price and status.',
  'services.notActivated': 'Services aren’t enabled for your company in Live.',
  'services.notActivatedWhy': 'Contact support to enable them. All of them are available in the sandbox.',
} as const;

add(services);
