// Navigation items, grouped by task.
import type { NavigationGroup } from '../../../shared/frame.tsx';
import type { IconName } from '../../../shared/icons.tsx';
import type { Company, Environment, Me } from '../../../shared/portal-api.ts';
import { documentsOf } from '../keys/documents.ts';
import { hasPage } from '../routes.ts';
import { t } from '../words/t.ts';

/** The groups for a company and environment, without missing pages; `me` knows where the documentation is. */
export function navigationOf({ id }: Company, environment: Environment, me: Me | undefined): NavigationGroup[] {
  const item = (page: string, words: string, icon: IconName, base = `/c/${id}/${environment}`) =>
    hasPage(page) ? [{ to: `${base}/${page}`, words, icon }] : [];
  const whole = `/c/${id}`;
  const { reference } = documentsOf(me);
  return [
    { items: [...item('overview', t('frame.overview'), 'overview')] },
    {
      words: t('frame.groupMoney'),
      items: [
        ...item('fund', t('frame.fund'), 'fund'),
        ...item('operations', t('frame.operations'), 'operations'),
        ...item('statements', t('frame.statements'), 'statement'),
      ],
    },
    {
      words: t('frame.groupCards'),
      items: [
        ...item('cards', t('frame.cards'), 'card'),
        ...item('holders', t('frame.holders'), 'people'),
        ...item('transactions', t('frame.transactions'), 'receipt'),
        ...item('services', t('frame.services'), 'services'),
      ],
    },
    {
      words: t('frame.groupDevelopers'),
      items: [
        ...item('developers/keys', t('frame.keys'), 'key'),
        ...item('developers/webhooks', t('frame.webhooks'), 'webhook'),
        ...item('developers/events', t('frame.events'), 'events'),
        ...(environment === 'sandbox' ? item('developers/sandbox', t('frame.sandboxTools'), 'sandbox') : []),
        ...(reference === undefined
          ? []
          : [{ to: reference, words: t('frame.reference'), icon: 'reference' as const, isOutside: true }]),
      ],
    },
    {
      words: t('frame.groupCompany'),
      items: [
        ...item('verification', t('frame.verification'), 'shield', whole),
        ...item('team', t('frame.team'), 'people', whole),
      ],
    },
  ];
}
