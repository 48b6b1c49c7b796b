// Rotate a key: a new one with the same permissions, while the old one keeps working for a while.
import { Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Form } from '../../../shared/form.tsx';
import type { ApiKey } from '../../../shared/portal-api.ts';
import { useWrite } from '../../../shared/queries.ts';
import { EnvironmentBadge } from '../../../shared/status.tsx';
import { useSecondFactorFirst } from '../security/second-factor-first.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';
import { ShownOnce } from './shown-once.tsx';
import '../words/keys.ts';

const overlaps = [
  { value: '0', label: t('keys.overlap0') },
  { value: '1', label: t('keys.overlap1') },
  { value: '24', label: t('keys.overlap24') },
  { value: '72', label: t('keys.overlap72') },
  { value: '168', label: t('keys.overlap168') },
];

/** The server's default in hours: a day to update every program. */
const USUAL_OVERLAP = '24';

/** The dialog that rotates a key; the new key is shown once. */
export function RotateKey({ rotated, onClose }: { rotated: ApiKey | undefined; onClose: () => void }) {
  const { api, key, environment } = useScope();
  const [hours, setHours] = useState(USUAL_OVERLAP);
  const rotate = useWrite({
    secret: true,
    write: ({ id }: ApiKey) =>
      answer(
        api.POST('/portal/v1/keys/{id}/rotate', {
          params: { path: { id } },
          body: { overlapHours: Number(hours) },
        }),
      ),
    changes: [key('keys')],
  });
  const close = () => {
    rotate.reset();
    setHours(USUAL_OVERLAP);
    onClose();
  };
  const name = rotated?.name ?? '';
  const first = useSecondFactorFirst();
  return (
    <>
      <Modal
        opened={rotated !== undefined && rotate.data === undefined}
        onClose={close}
        title={t('keys.rotateOf', { name })}
      >
        {(environment === 'live' && first) || (
          <Form
            submit={t('keys.rotateAction')}
            pending={rotate.isPending}
            error={rotate.error}
            onCancel={close}
            onSubmit={(event) => {
              event.preventDefault();
              if (rotated !== undefined) rotate.mutate(rotated);
            }}
          >
            <span>
              <EnvironmentBadge environment={environment} />
            </span>
            <Text size="sm">{t('keys.rotateWhy')}</Text>
            <Select
              label={t('keys.overlap')}
              data={overlaps}
              value={hours}
              allowDeselect={false}
              onChange={(value) => setHours(value ?? USUAL_OVERLAP)}
            />
          </Form>
        )}
      </Modal>
      <ShownOnce
        secret={rotate.data?.text}
        title={t('keys.createdTitle')}
        name={t('keys.text')}
        environment={rotate.data?.key.environment ?? environment}
        onStored={close}
      />
    </>
  );
}
