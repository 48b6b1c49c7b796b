// Icons: strokes of one width on a 24-pixel grid. Decorative; the text beside them carries the meaning.

const strokes = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  fund: 'M12 4v12m0 0 5-5m-5 5-5-5M4 20h16',
  card: 'M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10.500h18M7 15h3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-3.3 2.7-6 6-6s6 2.7 6 6' +
    'M16 4.500a3.5 3.5 0 0 1 0 6.200M17.5 14.300c2 .9 3.5 3 3.5 5.7',
  services: 'M12 3 4 7.500v9L12 21l8-4.500v-9zM4 7.500l8 4.5 8-4.500M12 12v9',
  operations: 'M4 7h13m0 0-3-3m3 3-3 3M20 17H7m0 0 3-3m-3 3 3 3',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  statement: 'M7 3h7l5 5v13H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M14 3v5h5M9 13h6M9 17h6',
  key:
    'M15 9.500a5.5 5.5 0 1 0-5.5 5.500c.7 0 1.4-.1 2-.400L13 16h2v2h2v2h3v-3l-5.4-5.500c.3-.6.4-1.3.4-2' +
    'M8.5 8.500h.01',
  webhook: 'M4 12h4l2-6 4 12 2-6h4',
  events: 'M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h11',
  sandbox: 'M9 3h6M10 3v6l-5.5 9.500A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.500L14 9V3M7.5 15h9',
  reference: 'm8 8-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14',
  shield: 'M12 3 5 6v5c0 4.5 3 8.3 7 10 4-1.7 7-5.5 7-10V6zM9 12l2.2 2.200L15.5 10',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5zM12 15v2',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  spinner:
    'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.600l2.9 2.900M15.5 15.500l2.9 2.900M5.6 18.400l2.9-2.900' +
    'M15.5 8.500l2.9-2.9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  warning: 'M12 4 2.5 20h19zM12 10v4.500M12 17.300v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8v.01',
  pause: 'M9 6v12M15 6v12',
  undo: 'M9 7 4.5 11.5 9 16M5 11.500h9a5 5 0 0 1 0 10h-2',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.5 3.500v4M15.5 3.500v4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'm6 9.5 6 6 6-6',
  left: 'm14.5 6-6 6 6 6',
  right: 'm9.5 6 6 6-6 6',
  sun:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400' +
    'M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  leave: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h11m0 0-3.5-3.500M21 12l-3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  outside: 'M13 5h6v6M19 5l-8.5 8.500M10 6H5v13h13v-5',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  download: 'M12 4v11m0 0 4.5-4.500M12 15l-4.5-4.500M5 20h14',
  refresh: 'M20 11a8 8 0 1 0-2 6.300M20 5v6h-6',
} as const;

export type IconName = keyof typeof strokes;

/** An icon beside text, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
