// The feed of events, newest first, each with its body.

import type { Schemas } from '@cardwright/sdk';
import { Anchor, Button, Code, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, type Slice } from '../../../shared/client.ts';
import { type Column, List } from '../../../shared/list.tsx';
import { Section, Page as Sheet } from '../../../shared/page.tsx';
import { jsonText, Snippet } from '../../../shared/snippet.tsx';
import { Empty } from '../../../shared/states/empty.tsx';
import { Time } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { useMay } from '../team/may.ts';
import { NotYours, OpensLater } from '../verification/opens-later.tsx';
import { t } from '../words/t.ts';
import '../words/events.ts';

type Event = Schemas['Event'];

/** The feed, or a notice for members who may not read events. */
export function Page() {
  const may = useMay();
  return (
    <Sheet title={t('events.title')} lead={t('events.lead')}>
      {!may.approved && <OpensLater icon="events">{t('events.later')}</OpensLater>}
      {may.approved && !may.readEvents && <NotYours icon="events">{t('events.notYours')}</NotYours>}
      {may.approved && may.readEvents && (
        <Stack gap="lg">
          <Feed />
          <Pull />
        </Stack>
      )}
    </Sheet>
  );
}

const objectId = ({ data: { object } }: Event) => (typeof object['id'] === 'string' ? object['id'] : '');

/** Pages of the feed backwards: the cursor is the sequence of the newest event on the page. */
function useBackwards() {
  const { api } = useScope();
  return async ({ limit, cursor }: { limit: number; cursor?: string }): Promise<Slice<Event>> => {
    const after = async (afterSequence: number, most: number) =>
      (await answer(api.GET('/api/v1/events', { params: { query: { afterSequence, limit: most } } }))).data;
    const newest = cursor === undefined ? (await answer(api.GET('/portal/v1/events/newest'))).sequence : Number(cursor);
    const before = Math.max(0, newest - limit);
    const data = (await after(before, limit)).filter(({ sequence }) => sequence <= newest).toReversed();
    // A page that is not full starts after events that have expired.
    return { data, nextCursor: before > 0 && data.length === limit ? String(before) : null };
  };
}

function Feed() {
  const { key, path, environment } = useScope();
  const read = useBackwards();
  const [shown, setShown] = useState<Event>();
  const columns: readonly Column<Event>[] = [
    { head: t('events.type'), cell: ({ type }) => type },
    { head: t('events.object'), cell: (event) => <Code>{objectId(event)}</Code>, wideOnly: true },
    { head: t('events.sequence'), cell: ({ sequence }) => <span className="figures">{sequence}</span>, numeric: true },
    { head: t('events.when'), cell: ({ createdAt }) => <Time at={createdAt} />, plain: true },
    {
      head: t('events.body'),
      actions: true,
      cell: (event) => (
        <Button variant="default" size="compact-sm" onClick={() => setShown(event)}>
          {t('events.look')}
          <span className="hidden-name"> {t('events.bodyOf', { sequence: event.sequence })}</span>
        </Button>
      ),
    },
  ];
  const make = environment === 'sandbox' && (
    <Anchor component={Link} to={path('developers/sandbox')} size="sm" mt="xs">
      {t('events.toSandbox')}
    </Anchor>
  );
  return (
    <Section title={t('events.feed')}>
      <List
        label={t('events.feed')}
        queryKey={key('events')}
        read={read}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty icon="events" title={t('events.empty')} action={make}>
            {t('events.emptyWhy')}
          </Empty>
        }
      />
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        size="lg"
        title={t('events.bodyOf', { sequence: shown?.sequence ?? '' })}
      >
        {shown !== undefined && <Snippet name={t('events.json')} text={jsonText(shown)} />}
      </Modal>
    </Section>
  );
}

function Pull() {
  return (
    <Section title={t('events.pull')}>
      <Stack gap="sm" px="lg" pb="lg">
        <Text size="sm" c="dimmed" maw={680}>
          {t('events.pullWhy')}
        </Text>
        <Snippet
          name={t('events.command')}
          text={'curl "$API/api/v1/events?afterSequence=41" -H "Authorization: Bearer $KEY"'}
        />
      </Stack>
    </Section>
  );
}
