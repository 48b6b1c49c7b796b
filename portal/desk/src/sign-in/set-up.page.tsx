// Set up the second factor: the only page that an operator without one can see.
import { useNavigate } from '@tanstack/react-router';
import { Door } from '../../../shared/door.tsx';
import { SecondFactorSetUp } from '../../../shared/second-factor-set-up.tsx';
import { queries } from '../queries.ts';
import { t } from '../words/t.ts';

/** The desk opens after the first correct code. */
export function Page() {
  const navigate = useNavigate();
  const go = async () => {
    queries.clear();
    await navigate({ to: '/' });
  };
  return (
    <Door product={t('deskFrame.product')} title={t('deskFrame.setUpTitle')} lead={t('deskFrame.setUpLead')}>
      <SecondFactorSetUp base="/desk/auth" onDone={() => void go()} />
    </Door>
  );
}
