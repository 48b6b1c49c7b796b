// Advance the sandbox clock. It never goes back, so it asks for confirmation.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Confirm } from '../../../shared/confirm.tsx';
import { Form } from '../../../shared/form.tsx';
import { useWrite } from '../../../shared/queries.ts';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { Outcome, Tool } from './tool.tsx';
import '../words/sandbox.ts';

const HOUR_SECONDS = 3_600;
const steps = [
  { value: String(HOUR_SECONDS), label: t('sandbox.hour') },
  { value: String(24 * HOUR_SECONDS), label: t('sandbox.day') },
  { value: String(7 * 24 * HOUR_SECONDS), label: t('sandbox.week') },
  { value: String(30 * 24 * HOUR_SECONDS), label: t('sandbox.month') },
];

/** Advances the clock, then refetches everything in the sandbox. */
export function ClockTool() {
  const { api, company, environment } = useScope();
  const [seconds, setSeconds] = useState(String(HOUR_SECONDS));
  const [asking, setAsking] = useState(false);
  const advance = useWrite({
    write: () => answer(api.POST('/api/v1/sandbox/clock/advance', { body: { seconds: Number(seconds) } })),
    changes: [[company, environment]],
    onDone: () => setAsking(false),
  });
  const far = steps.find(({ value }) => value === seconds)?.label.toLowerCase() ?? '';
  return (
    <Tool title={t('sandbox.clock')} why={t('sandbox.clockWhy')}>
      <Form
        submit={t('sandbox.clockAction')}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Select
          label={t('sandbox.howFar')}
          allowDeselect={false}
          data={steps}
          value={seconds}
          onChange={(value) => setSeconds(value ?? seconds)}
        />
        {advance.data !== undefined && (
          <Outcome>
            {t('sandbox.clockDone')} <Time at={advance.data.now} as="full" />
          </Outcome>
        )}
      </Form>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sandbox.clockTitle')}
        environment={environment}
        action={t('sandbox.clockAction')}
        pending={advance.isPending}
        error={advance.error}
        onConfirm={() => advance.mutate()}
      >
        {t('sandbox.clockConfirm', { far })}
      </Confirm>
    </Tool>
  );
}
