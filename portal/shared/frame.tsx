// The frame around the pages: navigation at the side, behind a button on phones.
import { ActionIcon, Drawer } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './frame.module.css';
import { Icon, type IconName } from './icons.tsx';
import { t } from './words/t.ts';

type NavigationItem = {
  to: string;
  words: string;
  icon: IconName;
  /** What waits there: a number, and its meaning for screen readers. */
  waiting?: { count: number; words: string } | undefined;
  /** Another site, in a new tab. */
  isOutside?: boolean;
};
export type NavigationGroup = { words?: string; items: readonly NavigationItem[] };

type Props = {
  product: string;
  home: string;
  navigation: readonly NavigationGroup[];
  /** Phones only, where the navigation is hidden: the current place. */
  mark?: ReactNode;
  /** Above the navigation: company and environment. */
  top?: ReactNode;
  /** Below the navigation: the account. */
  bottom: ReactNode;
  /** Across the page: notices for every page. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame of an application. */
export function Frame({ product, home, navigation, mark, top, bottom, banner, children }: Props) {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => setOpened(false), [pathname]);
  const side = (
    <>
      {top}
      <Navigation groups={navigation} />
      <div className={classes.bottom}>{bottom}</div>
    </>
  );
  return (
    <div className={classes.frame}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('frame.skip')}
      </button>
      <header className={classes.bar}>
        <Brand product={product} home={home} />
        {mark}
        <ActionIcon variant="default" size="lg" aria-label={t('frame.menu')} onClick={() => setOpened(true)}>
          <Icon name="menu" />
        </ActionIcon>
      </header>
      <aside className={classes.side}>
        <Brand product={product} home={home} />
        {side}
      </aside>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={product}
        size={300}
        closeButtonProps={{ 'aria-label': t('frame.closeMenu') }}
      >
        <div className={classes.drawer}>{side}</div>
      </Drawer>
      <div>
        {banner}
        <main className={classes.main} ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

function Brand({ product, home }: { product: string; home: string }) {
  return (
    <Link to={home} className={classes.brand}>
      <span className={classes.mark}>
        <Icon name="card" size={16} />
      </span>
      {product}
    </Link>
  );
}

function Navigation({ groups }: { groups: readonly NavigationGroup[] }) {
  return (
    <nav aria-label={t('frame.main')} className={classes.navigation}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ words, items }) => (
          <div key={words ?? ''}>
            {words !== undefined && <p className={classes.group}>{words}</p>}
            <ul className={classes.items}>
              {items.map(({ to, words: item, icon, waiting, isOutside }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={classes.item}
                    activeProps={{ 'aria-current': 'page' }}
                    {...(isOutside === true ? { target: '_blank', rel: 'noreferrer' } : {})}
                  >
                    <Icon name={icon} size={17} />
                    {item}
                    {isOutside === true && (
                      <span className={classes.outside}>
                        <Icon name="outside" size={14} />
                        <span className="hidden-name">({t('frame.newTab')})</span>
                      </span>
                    )}
                    {waiting !== undefined && (
                      <span className={classes.waiting}>
                        {waiting.count}
                        <span className="hidden-name"> {waiting.words}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

/** A line across the page. */
export function Banner({
  tone,
  icon,
  children,
}: {
  tone: 'amber' | 'red' | 'blue';
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </div>
  );
}
