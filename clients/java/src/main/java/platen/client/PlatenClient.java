package platen.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import platen.client.model.ErrorCode;
import platen.client.model.RenderCanvasRequest;
import platen.client.model.RenderCanvasResponse;
import platen.client.model.RenderJob;
import platen.client.model.RenderOptions;

/**
 * A client of one installation with one key. Threads may share it: make one and keep it. Each of its calls throws a
 * {@link PlatenException} where it fails, and a {@link java.util.concurrent.CancellationException} where its {@link
 * Cancel} was called or its thread interrupted.
 */
public final class PlatenClient extends Operations implements AutoCloseable {
  private final Transport transport;

  private PlatenClient(Builder given) {
    var usual = JsonMapper.builder().addModule(new JavaTimeModule());
    var mapper = given.mapper == null ? usual.build() : given.mapper.copy();
    // A later service may say more, and have more choices.
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    mapper.configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE, true);
    var http = given.http == null ? HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build() : given.http;
    var settings =
        new Transport.Settings(given.baseUrl, given.apiKey, given.retries, given.timeout, given.silence);
    transport = new Transport(settings, mapper, http);
  }

  /**
   * Begins a client of the service at an address.
   *
   * @param baseUrl Such as {@code https://forms.example.com}.
   * @throws IllegalArgumentException where it is no address of HTTP.
   */
  public static Builder of(String baseUrl) {
    return new Builder(baseUrl);
  }

  /** How a client is made. */
  public static final class Builder {
    private final String baseUrl;
    private String apiKey;
    private int retries = 4;
    private Duration timeout = Duration.ofMinutes(2);
    private Duration silence = Duration.ofMinutes(1);
    private HttpClient http;
    private ObjectMapper mapper;

    private Builder(String baseUrl) {
      var uri = URI.create(baseUrl);
      var isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      if (!isHttp || uri.getHost() == null) {
        throw new IllegalArgumentException("baseUrl: write an address with http:// or https://");
      }
      this.baseUrl = baseUrl.replaceAll("/+$", "");
    }

    /** An API key. Without one, only what is open to anyone is answered. */
    public Builder apiKey(String apiKey) {
      this.apiKey = apiKey;
      return this;
    }

    /** How often a call is tried again at most; 4 when left out. */
    public Builder retries(int retries) {
      this.retries = retries;
      return this;
    }

    /** How long a call may take until its answer begins, with all its tries and waits; 2 minutes when left out. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /**
     * After how long without a word from the service a connection counts as broken; a minute when left out. The service
     * may take 25 seconds for a file.
     */
    public Builder silence(Duration silence) {
      this.silence = silence;
      return this;
    }

    /**
     * What sends requests, with authorities, a proxy or threads of your own.
     *
     * @throws IllegalArgumentException where it follows redirects: a key is shown to nobody but the service that it
     *     is for.
     */
    public Builder httpClient(HttpClient http) {
      if (http.followRedirects() != HttpClient.Redirect.NEVER) {
        throw new IllegalArgumentException("httpClient: give one that never follows redirects");
      }
      this.http = http;
      return this;
    }

    /** What writes data as JSON, where it has classes that need a Jackson of your own. */
    public Builder mapper(ObjectMapper mapper) {
      this.mapper = mapper;
      return this;
    }

    /** The client. */
    public PlatenClient build() {
      return new PlatenClient(this);
    }
  }

  /** Takes no further calls. Files that are under way come to their end. */
  @Override
  public void close() {
    transport.close();
  }

  /** {@link #renderPdf(String, Object, RenderOptions, KeyedCallOptions)} with nothing out of the usual. */
  public PlatenFile<RenderCanvasResponse> renderPdf(String canvasId, Object data) {
    return renderPdf(canvasId, data, KeyedCallOptions.none());
  }

  /** {@link #renderPdf(String, Object, RenderOptions, KeyedCallOptions)} with documents as usual. */
  public PlatenFile<RenderCanvasResponse> renderPdf(String canvasId, Object data, KeyedCallOptions options) {
    return renderPdf(canvasId, data, null, options);
  }

  /**
   * Renders a canvas.
   *
   * @param data What Jackson writes as an object, such as the record that {@code platen codegen} made of the form, or a
   *     map: one document. A collection of those, at most 100: one file of all their documents.
   * @param document How it is rendered; may be null.
   */
  public PlatenFile<RenderCanvasResponse> renderPdf(
      String canvasId, Object data, RenderOptions document, KeyedCallOptions options) {
    return renderCanvas(canvasId, bodyOf(data, document), options);
  }

  /** {@link #startRender(String, Object, RenderOptions, KeyedCallOptions)} with nothing out of the usual. */
  public Job startRender(String canvasId, Object data) {
    return startRender(canvasId, data, null, KeyedCallOptions.none());
  }

  /**
   * Renders a canvas in the background, as {@link #renderPdf(String, Object, RenderOptions, KeyedCallOptions)} does.
   */
  public Job startRender(String canvasId, Object data, RenderOptions document, KeyedCallOptions options) {
    return job(renderCanvasInBackground(canvasId, bodyOf(data, document), options));
  }

  /** A job that was started earlier, perhaps by another process. */
  public Job job(String renderId) {
    return new Job(this, renderId);
  }

  private static RenderCanvasRequest bodyOf(Object data, RenderOptions document) {
    var body = RenderCanvasRequest.none().withOptions(document);
    return data instanceof Collection<?> all ? body.withDataList(List.copyOf(all)) : body.withData(data);
  }

  @Override
  <A> A json(Input input, TypeReference<A> type, KeyedCallOptions options) {
    var call = transport.prepare(input, options, null);
    return decoded(call, transport.send(call, status -> true), type);
  }

  @Override
  <F> PlatenFile<F> file(Input input, Function<Headers, F> factsOf, KeyedCallOptions options) {
    var call = transport.prepare(input, options, null);
    var answer = transport.send(call, status -> status != 200);
    if (answer.status() == 200) {
      return new PlatenFile<>(transport, call, answer, factsOf.apply(answer.headers()));
    }
    throw new PlatenException.Facts()
        .status(answer.status())
        .key(call.key())
        .toException("A file was asked for, and none came.", ErrorCode.UNEXPECTED_ANSWER);
  }

  @Override
  String background(Input input, KeyedCallOptions options) {
    var call = transport.prepare(input, options, "respond-async");
    try (var answer = transport.send(call, status -> status != 200)) {
      // At 200, the file of an earlier call with the same key is there already.
      return answer.status() == 200
          ? answer.headers().text("x-service-render-id")
          : decoded(call, answer, new TypeReference<RenderJob>() {}).id();
    }
  }

  /** What an answer says. What is no JSON is not Platen's, such as the page of a proxy. */
  private <A> A decoded(Call call, Answer answer, TypeReference<A> type) {
    JavaType wanted = transport.mapper().constructType(type);
    try {
      A said = transport.mapper().readValue(answer.bytes(), wanted);
      if (said != null) {
        return said;
      }
    } catch (IOException thrown) {
      throw strange(call, answer, thrown);
    }
    throw strange(call, answer, null);
  }

  private static PlatenException strange(Call call, Answer answer, Throwable cause) {
    var message = "What answered is not Platen: it sent other JSON or none.";
    var facts = new PlatenException.Facts().status(answer.status()).key(call.key()).cause(cause);
    return facts.toException(message, ErrorCode.UNEXPECTED_ANSWER);
  }
}
