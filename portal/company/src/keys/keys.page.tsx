// The keys of a company in one environment: creator and last use.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer } from '../../../shared/client.ts';
import { Icon } from '../../../shared/icons.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import type { ApiKey } from '../../../shared/portal-api.ts';
import { Empty } from '../../../shared/states/empty.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { SectionSkeleton } from '../../../shared/states/skeletons.tsx';
import { useScope } from '../session.ts';
import { otherEnvironment, useMay } from '../team/may.ts';
import { NotYours, OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import { CreateKey } from './create-key.tsx';
import { GetStarted } from './get-started.tsx';
import { KeyTable } from './key-table.tsx';
import '../words/keys.ts';

/** Owners and developers see keys, and create them once the company is verified. */
export function Page() {
  const may = useMay();
  const { environment } = useScope();
  const [creating, setCreating] = useState(false);
  const actions = may.makeKeys && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {environment === 'live' ? t('keys.createLive') : t('keys.createSandbox')}
    </Button>
  );
  return (
    <Sheet title={t('keys.title')} lead={t('keys.lead')} actions={actions}>
      {!may.readKeys && <NotYours icon="key">{t('keys.notYours')}</NotYours>}
      {may.readKeys && !may.approved && <OpensLater icon="key">{t('keys.later')}</OpensLater>}
      {may.readKeys && may.approved && <Keys onCreate={may.makeKeys ? () => setCreating(true) : undefined} />}
      <GetStarted />
      {may.makeKeys && <CreateKey opened={creating} onClose={() => setCreating(false)} />}
    </Sheet>
  );
}

const isOver = ({ state }: ApiKey) => state === 'revoked' || state === 'expired';

function Keys({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { api, key, company, environment } = useScope();
  const [withEnded, setWithEnded] = useState(false);
  const keys = useQuery({ queryKey: key('keys'), queryFn: () => answer(api.GET('/portal/v1/keys')) });
  if (keys.isPending) return <SectionSkeleton rows={3} />;
  if (keys.isError) return <ProblemShown error={keys.error} again={() => void keys.refetch()} />;
  const here = keys.data.items.filter((one) => one.environment === environment);
  const ended = here.filter(isOver).length;
  const shown = withEnded ? here : here.filter((one) => !isOver(one));
  const other = otherEnvironment(environment);
  return (
    <>
      <Section title={environment === 'live' ? t('keys.ofLive') : t('keys.ofSandbox')}>
        {shown.length === 0 ? (
          <Empty
            icon="key"
            title={t('keys.empty')}
            action={
              onCreate && (
                <Button mt="sm" onClick={onCreate}>
                  {environment === 'live' ? t('keys.createLive') : t('keys.createSandbox')}
                </Button>
              )
            }
          >
            {t('keys.emptyWhy')}
          </Empty>
        ) : (
          <KeyTable keys={shown} />
        )}
      </Section>
      <Group justify="space-between">
        <Text size="sm">
          <Anchor component={Link} to={`/c/${company}/${other}/developers/keys`}>
            {other === 'live' ? t('keys.toLive') : t('keys.toSandbox')}
          </Anchor>
        </Text>
        {ended > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => setWithEnded(!withEnded)}>
            {withEnded ? t('keys.hideEnded') : t('keys.showEnded', { count: ended })}
          </Button>
        )}
      </Group>
    </>
  );
}
