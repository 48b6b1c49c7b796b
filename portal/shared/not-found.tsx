// An address without a page.
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Door } from './door.tsx';
import { Page } from './page.tsx';
import { Empty } from './states/empty.tsx';
import { t } from './words/t.ts';

const Home = () => (
  <Button component={Link} to="/" mt="sm">
    {t('frame.home')}
  </Button>
);

/** Says inside the frame that the page does not exist, and links back. */
export function NotFound() {
  return (
    <Page title={t('frame.notFoundTitle')}>
      <div className="surface">
        <Empty icon="search" title={t('frame.notFound')} action={<Home />}>
          {t('frame.notFoundWhy')}
        </Empty>
      </div>
    </Page>
  );
}

/** The same where no frame is: the address names no company of this person. */
export function NotFoundAlone() {
  return (
    <Door title={t('frame.notFoundTitle')}>
      <div>
        <Text size="sm">{t('frame.notFoundWhy')}</Text>
        <Home />
      </div>
    </Door>
  );
}
