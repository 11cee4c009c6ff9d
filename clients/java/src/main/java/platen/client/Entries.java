package platen.client;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The entries of all pages of a list. Each page is read when the reader gets there, and anew by each reader. */
public final class Entries<E> implements Iterable<E> {
  /** A page and where the next one starts; null at the end. */
  record Page<E>(List<E> entries, String next) {}

  private final String start;
  private final Function<String, Page<E>> read;

  Entries(String start, Function<String, Page<E>> read) {
    this.start = start;
    this.read = read;
  }

  @Override
  public Iterator<E> iterator() {
    return new Iterator<>() {
      private Page<E> page = new Page<>(List.of(), start);
      private boolean isBegun;
      private int at;

      @Override
      public boolean hasNext() {
        while (at == page.entries().size() && (!isBegun || page.next() != null)) {
          page = read.apply(page.next());
          isBegun = true;
          at = 0;
        }
        return at < page.entries().size();
      }

      @Override
      public E next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return page.entries().get(at++);
      }
    };
  }

  /** The same as a stream. */
  public Stream<E> stream() {
    return StreamSupport.stream(spliterator(), false);
  }
}
