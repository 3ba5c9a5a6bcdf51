-- A slide's version for the dark theme: {key, width, height, color, widths, formats}, null if it has none.
alter table slideshow_items add column dark jsonb;
