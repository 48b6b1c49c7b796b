// What a token can be limited to: every action of an operator, by area.
import { t } from '../words/t.ts';

export const actionGroups = [
  {
    name: t('deskActions.group.companies'),
    actions: [
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
      'holder.erase',
    ],
  },
  {
    name: t('deskActions.group.work'),
    actions: [
      'review.decide',
      'pause.add',
      'pause.remove',
      'reconciliation.begin',
      'work.release',
      'jobs.redrive',
      'notification.close',
      'secrets.rewrap',
      'database.replay',
      'database.recover',
    ],
  },
  {
    name: t('deskActions.group.keys'),
    actions: ['key.create', 'key.create_live', 'key.rotate', 'key.rotate_live', 'key.revoke', 'webhook.change'],
  },
  {
    name: t('deskActions.group.operators'),
    actions: [
      'operator.add',
      'operator.enable',
      'operator.reset',
      'operator.disable',
      'operator.token',
      'operator.revoke_token',
    ],
  },
  { name: t('deskActions.group.products'), actions: ['product.set', 'product.price'] },
] as const;
