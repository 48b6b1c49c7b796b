// Navigation items of the desk, grouped by task.
import type { NavigationGroup } from '../../../shared/frame.tsx';
import type { IconName } from '../../../shared/icons.tsx';
import { hasPage } from '../routes.ts';
import { t } from '../words/t.ts';

const item = (page: string, words: string, icon: IconName) => (hasPage(page) ? [{ to: `/${page}`, words, icon }] : []);

/** The groups, without missing pages. */
export const navigation: readonly NavigationGroup[] = [
  {
    words: t('deskFrame.groupWatch'),
    items: [
      ...item('status', t('deskFrame.status'), 'overview'),
      ...item('reconciliation', t('deskFrame.reconciling'), 'operations'),
      ...item('jobs', t('deskFrame.jobs'), 'refresh'),
      ...item('audit', t('deskFrame.audit'), 'events'),
      ...item('recovery', t('deskFrame.recovery'), 'undo'),
    ],
  },
  {
    words: t('deskFrame.groupDecide'),
    items: [
      ...item('reviews', t('deskFrame.reviews'), 'eye'),
      ...item('proposals', t('deskFrame.proposals'), 'check'),
      ...item('verifications', t('deskFrame.verifications'), 'shield'),
    ],
  },
  {
    words: t('deskFrame.groupManage'),
    items: [
      ...item('companies', t('deskFrame.companies'), 'building'),
      ...item('products', t('deskFrame.products'), 'services'),
      ...item('pauses', t('deskFrame.pauses'), 'pause'),
      ...item('operators', t('deskFrame.operators'), 'people'),
    ],
  },
];
