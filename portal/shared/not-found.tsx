// An address without a page.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';
import { Empty } from './states/empty.tsx';
import { t } from './words/t.ts';

/** Says that the page does not exist, and links back. */
export function NotFound() {
  const home = (
    <Button component={Link} to="/" mt="sm">
      {t('frame.home')}
    </Button>
  );
  return (
    <Page title={t('frame.notFoundTitle')}>
      <Empty icon="search" title={t('frame.notFound')} action={home}>
        {t('frame.notFoundWhy')}
      </Empty>
    </Page>
  );
}
