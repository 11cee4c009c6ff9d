package platen.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import platen.client.model.ErrorCode;

/**
 * A file that the service answers. Its bytes are on their way and are read once: by {@link #bytes}, {@link #save},
 * {@link #writeTo} or {@link #stream}. Each checks the SHA-256, and takes up where it broke what breaks off. Close
 * it, as a {@code try} does, where you may not read it to its end.
 *
 * @param <F> what the service says of it.
 */
public final class PlatenFile<F> implements AutoCloseable {
  private static final Pattern TAG = Pattern.compile("(?:W/)?\"([0-9a-f]{64})\"");
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-.*");
  private static final Pattern UTF8_NAME = Pattern.compile("(?i)filename\\*=UTF-8''([^;\\s]+)");
  private static final Pattern PLAIN_NAME = Pattern.compile("filename=\"([^\"]*)\"");

  private final Transport transport;
  private final Call call;
  private final F answer;
  private final Headers headers;
  private final long size;
  private final MessageDigest digest = newDigest();
  private final Runnable end = this::close;
  private volatile Answer current;
  private volatile boolean isClosed;
  private boolean isTaken;
  private boolean isWhole;
  private long given;
  private long skip;
  private int breaks;

  PlatenFile(Transport transport, Call call, Answer first, F answer) {
    this.transport = transport;
    this.call = call;
    this.answer = answer;
    headers = first.headers();
    var length = headers.numberMaybe("content-length");
    size = length == null ? -1 : length;
    current = first;
    call.watch(end);
  }

  /** What the service says of the file. */
  public F answer() {
    return answer;
  }

  /** How the file is best named; empty where the service does not say. */
  public String name() {
    var disposition = headers.text("content-disposition");
    if (disposition == null) {
      return "";
    }
    var encoded = groupOf(UTF8_NAME, disposition);
    try {
      if (encoded != null) {
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException thrown) {
      // A name that is not encoded well is left out for the plain one.
    }
    var plain = groupOf(PLAIN_NAME, disposition);
    return plain == null ? "" : plain;
  }

  /** Its SHA-256 in hexadecimal, as the service says it; null where it does not. */
  public String sha256() {
    var tag = headers.text("etag");
    var matcher = TAG.matcher(tag == null ? "" : tag);
    return matcher.matches() ? matcher.group(1) : null;
  }

  /** How many bytes it has, -1 where that is not known before. */
  public long size() {
    return size;
  }

  /** Name it when you report a problem. */
  public String requestId() {
    return headers.text("x-request-id");
  }

  /** The key of the call; null where none was sent. */
  public String idempotencyKey() {
    return call.key();
  }

  /** Lets go of a file that is read no further. */
  @Override
  public void close() {
    isClosed = true;
    current.close();
    call.forget(end);
  }

  /** The whole file in memory. */
  public byte[] bytes() {
    var whole = new ByteArrayOutputStream();
    take();
    try (this) {
      for (var part = next(); part != null; part = next()) {
        whole.write(arrayOf(part), 0, part.remaining());
      }
    }
    return whole.toByteArray();
  }

  /**
   * Writes the file, piece by piece. Where it throws, the sink may have got a part.
   *
   * @throws IOException where the sink takes no more.
   */
  public void writeTo(OutputStream sink) throws IOException {
    take();
    try (this) {
      var channel = Channels.newChannel(sink);
      for (var part = next(); part != null; part = next()) {
        channel.write(part);
      }
    }
  }

  /**
   * Writes the file to a path, piece by piece. Nothing stands under the path before the file is whole and right; then
   * it replaces what was there.
   *
   * @throws IOException where the file can't be written.
   */
  public void save(Path path) throws IOException {
    var draft = path.resolveSibling(path.getFileName() + "." + Transport.randomText(6) + ".part");
    try (this) {
      try (var sink = Files.newOutputStream(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        writeTo(sink);
      }
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * The bytes as they come. The stream never ends early, and it throws in place of an end where the SHA-256 is not
   * the file's: an {@link IOException} whose cause is the {@link PlatenException}, or an {@link
   * InterruptedIOException} where the call was cancelled. Its end or its closing closes the file.
   */
  public InputStream stream() {
    take();
    return new Bytes();
  }

  private final class Bytes extends InputStream {
    private ByteBuffer part = ByteBuffer.allocate(0);

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      while (part != null && !part.hasRemaining()) {
        part = nextOrBroken();
      }
      if (part == null) {
        return -1;
      }
      var taken = Math.min(length, part.remaining());
      part.get(into, offset, taken);
      return taken;
    }

    @Override
    public void close() {
      PlatenFile.this.close();
    }
  }

  private ByteBuffer nextOrBroken() throws IOException {
    try {
      return next();
    } catch (PlatenException thrown) {
      throw new IOException(thrown.getMessage(), thrown);
    } catch (CancellationException thrown) {
      var interrupted = new InterruptedIOException(thrown.getMessage());
      interrupted.initCause(thrown);
      throw interrupted;
    }
  }

  private void take() {
    if (isTaken) {
      throw new IllegalStateException("The file was read already: its bytes are there once.");
    }
    isTaken = true;
  }

  /** The next bytes that nobody has yet, null at the end. */
  private ByteBuffer next() {
    while (!isWhole) {
      call.demand();
      if (isClosed) {
        throw new IllegalStateException("The file is closed.");
      }
      try {
        var part = ((Parts) current.body()).next(transport.silence());
        if (part == null) {
          finish();
        } else {
          var fresh = freshOf(part);
          if (fresh.hasRemaining()) {
            return fresh;
          }
        }
      } catch (InterruptedException thrown) {
        close();
        throw Call.interrupted(thrown);
      } catch (IOException thrown) {
        call.demand();
        goOn(call.broken(thrown));
      }
    }
    return null;
  }

  /** What of a part is behind the bytes that were handed out already. */
  private ByteBuffer freshOf(ByteBuffer part) {
    var known = (int) Math.min(skip, part.remaining());
    skip -= known;
    part.position(part.position() + known);
    given += part.remaining();
    digest.update(part.duplicate());
    return part;
  }

  /** At the end of an answer. */
  private void finish() throws IOException {
    if (size >= 0 && given != size) {
      throw new IOException(given + " of " + size + " bytes came");
    }
    if (!isRight()) {
      close();
      throw damaged("Its SHA-256 is not the one of the file.");
    }
    isWhole = true;
    close();
  }

  private boolean isRight() {
    try {
      var sum = HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
      return sha256() == null || sum.equals(sha256());
    } catch (CloneNotSupportedException thrown) {
      throw new AssertionError("The platform's SHA-256 can be copied.", thrown);
    }
  }

  /** After a break: the file is whole without the rest, or the same call comes once more for it. */
  private void goOn(PlatenException broken) {
    current.close();
    if (sha256() != null && isRight()) {
      isWhole = true;
      close();
      return;
    }
    if (isClosed || breaks >= transport.retries() || !call.mayRepeat()) {
      close();
      throw broken;
    }
    breaks += 1;
    call.pause(Retry.backoff(breaks, Retry.WAIT_MAX));
    current = again();
    var range = RANGE.matcher(current.status() == 206 ? String.valueOf(current.headers().text("content-range")) : "");
    skip = given - (range.matches() ? Long.parseLong(range.group(1)) : 0);
    var tag = current.headers().text("etag");
    if (!(current.body() instanceof Parts) || skip < 0 || tag == null || !tag.equals(headers.text("etag"))) {
      close();
      throw damaged("After a break another file came.");
    }
  }

  private Answer again() {
    var tag = headers.text("etag");
    var isPart = call.verb().equals("GET") && tag != null && given > 0;
    var more = isPart ? Map.of("range", "bytes=" + given + "-", "if-range", tag) : Map.<String, String>of();
    return transport.send(Transport.withMore(call, more), status -> status == 202);
  }

  private PlatenException damaged(String why) {
    return new PlatenException.Facts()
        .requestId(requestId())
        .key(call.key())
        .toException("The file did not come as it was made. " + why, ErrorCode.FILE_DAMAGED);
  }

  private static byte[] arrayOf(ByteBuffer part) {
    var bytes = new byte[part.remaining()];
    part.duplicate().get(bytes);
    return bytes;
  }

  private static String groupOf(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : null;
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException thrown) {
      throw new AssertionError("Each platform has SHA-256.", thrown);
    }
  }
}
