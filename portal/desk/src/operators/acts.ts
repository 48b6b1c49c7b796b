// What a token can be limited to: every action of an operator, by area.
import { t } from '../words/t.ts';

export const actGroups = [
  {
    name: t('deskActs.group.companies'),
    acts: [
      'company.create',
      'company.approved',
      'company.rejected',
      'verification.open_document',
      'company.suspend',
      'company.resume',
      'company.activate',
      'company.deactivate',
      'company.limits',
      'company.invite_owner',
    ],
  },
  {
    name: t('deskActs.group.work'),
    acts: [
      'review.decide',
      'pause.add',
      'pause.remove',
      'reconciliation.begin',
      'work.release',
      'jobs.redrive',
      'notification.close',
      'secrets.rewrap',
    ],
  },
  {
    name: t('deskActs.group.keys'),
    acts: ['key.create', 'key.create_live', 'key.rotate', 'key.rotate_live', 'key.revoke', 'webhook.change'],
  },
  {
    name: t('deskActs.group.operators'),
    acts: [
      'operator.add',
      'operator.enable',
      'operator.reset',
      'operator.disable',
      'operator.token',
      'operator.revoke_token',
    ],
  },
  { name: t('deskActs.group.products'), acts: ['product.set', 'product.price'] },
] as const;
