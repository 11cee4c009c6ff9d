// What the client library for Java does before a server and a proxy that misbehaves, as one JSON object on standard
// output: scenario.ts does the same and writes the same. Environment: PLATEN_URL (the proxy), PLATEN_API_KEY,
// PLATEN_CANVAS; the payload is in invoice.json.
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import forms.Invoice;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import platen.client.Cancel;
import platen.client.KeyedCallOptions;
import platen.client.PlatenClient;
import platen.client.PlatenException;
import platen.client.model.Canvas;
import platen.client.model.ListCanvasesQuery;

public final class Scenario {
  private static final ObjectMapper MAPPER = new ObjectMapper().registerModule(new JavaTimeModule());
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String BASE_URL = System.getenv("PLATEN_URL");
  private static final String CANVAS = System.getenv("PLATEN_CANVAS");
  private static final KeyedCallOptions KEYLESS = KeyedCallOptions.none().withoutIdempotencyKey();

  private record Request(String verb, String path, String key, String range) {}

  private static List<Request> seen() throws Exception {
    var request = HttpRequest.newBuilder(URI.create(BASE_URL + "/-/seen")).build();
    return MAPPER.readValue(HTTP.send(request, BodyHandlers.ofByteArray()).body(), new TypeReference<>() {});
  }

  private static void setFaults(Object... faults) throws Exception {
    var body = BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(faults));
    var request = HttpRequest.newBuilder(URI.create(BASE_URL + "/-/faults")).PUT(body).build();
    HTTP.send(request, BodyHandlers.discarding());
    seen();
  }

  private static Map<String, Object> fault(String kind) {
    return Map.of("kind", kind);
  }

  private static Map<String, Object> busy(int status, String code, Map<String, String> headers) throws Exception {
    var body = MAPPER.writeValueAsString(Map.of("error", "Busy.", "code", code, "requestId", "req_1"));
    return Map.of("kind", "answer", "status", status, "headers", headers, "body", body);
  }

  private static String sumOf(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  private static String codeOf(PlatenClient client, Object data, KeyedCallOptions options) {
    try {
      client.renderPdf(CANVAS, data, options).bytes();
      return "none";
    } catch (PlatenException thrown) {
      return thrown.codeName();
    } catch (CancellationException thrown) {
      return "aborted";
    }
  }

  private static void after(Duration wait, Runnable then) {
    var timer = new Thread(() -> {
      try {
        Thread.sleep(wait.toMillis());
        then.run();
      } catch (InterruptedException thrown) {
        throw new IllegalStateException(thrown);
      }
    });
    timer.setDaemon(true);
    timer.start();
  }

  public static void main(String[] args) throws Exception {
    var seen = new LinkedHashMap<String, Object>();
    try (var client = PlatenClient.of(BASE_URL).apiKey(System.getenv("PLATEN_API_KEY")).build()) {
      var payload = Files.readAllBytes(Path.of("invoice.json"));
      var invoice = MAPPER.readValue(payload, Invoice.class);
      renders(client, invoice, seen);
      seen.put("violations", violations(client, payload));
      tries(client, invoice, seen);
      seen.put("failures", failures(client, invoice));
    }
    System.out.write((MAPPER.writeValueAsString(seen) + "\n").getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  private static void renders(PlatenClient client, Invoice invoice, Map<String, Object> seen) throws Exception {
    var keyed = KeyedCallOptions.none().withIdempotencyKey("scenario-java");
    var first = client.renderPdf(CANVAS, invoice, keyed);
    first.save(Path.of("saved.pdf"));
    seen.put("name", first.name());
    seen.put("pages", first.answer().pages());
    seen.put("saved", sumOf(Files.readAllBytes(Path.of("saved.pdf"))));
    try (var again = client.renderPdf(CANVAS, invoice, keyed); var bytes = again.stream()) {
      var isSame = again.answer().renderId().equals(first.answer().renderId());
      seen.put("replay", Map.of("isSame", isSame, "sum", sumOf(bytes.readAllBytes())));
    }
    var query = ListCanvasesQuery.none().withPageSize(2L);
    seen.put("titles", client.canvases(query).stream().map(Canvas::title).toList());
    var job = client.startRender(CANVAS, invoice);
    seen.put("jobSum", sumOf(job.file().bytes()));
    setFaults(fault("cut"));
    seen.put("rangedSum", sumOf(client.getRenderPdf(job.id()).bytes()));
    seen.put("ranges", seen().stream().map(request -> request.range() != null).toList());
  }

  private static List<List<String>> violations(PlatenClient client, byte[] payload) throws Exception {
    Map<String, Object> wrong = MAPPER.readValue(payload, new TypeReference<>() {});
    var customer = new HashMap<String, Object>();
    ((Map<?, ?>) wrong.get("customer")).forEach((name, value) -> customer.put((String) name, value));
    customer.put("name", 3);
    wrong.put("customer", customer);
    try (var file = client.renderPdf(CANVAS, wrong)) {
      return List.of(List.of(file.name()));
    } catch (PlatenException thrown) {
      return thrown.violations().stream().map(each -> List.of(each.path(), each.rule(), each.expected())).toList();
    }
  }

  private static void tries(PlatenClient client, Invoice invoice, Map<String, Object> seen) throws Exception {
    var waiting = Map.of("retry-after", "1");
    setFaults(busy(429, "rate_limited", waiting), busy(503, "unavailable", Map.of()), fault("lose"));
    var startNanos = System.nanoTime();
    seen.put("busySum", sumOf(client.renderPdf(CANVAS, invoice).bytes()));
    seen.put("hasWaited", System.nanoTime() - startNanos >= 1_000_000_000);
    var keys = seen().stream().map(Request::key).toList();
    seen.put("tries", Map.of("many", keys.size(), "keys", new HashSet<>(keys).size()));
    setFaults(fault("cut"));
    seen.put("cutSum", sumOf(client.renderPdf(CANVAS, invoice).bytes()));
    setFaults(fault("cut"));
    seen.put("begun", !client.startRender(CANVAS, invoice).id().isEmpty());
  }

  private static List<String> failures(PlatenClient client, Invoice invoice) throws Exception {
    var failures = new ArrayList<String>();
    for (var kind : List.of("lose", "cut", "shorten", "damage")) {
      setFaults(fault(kind));
      failures.add(codeOf(client, invoice, KEYLESS));
    }
    setFaults(busy(404, "not_found", Map.of()));
    failures.add(codeOf(client, invoice, KeyedCallOptions.none()));
    failures.add(seen().size() + " try");
    setFaults(fault("hang"));
    var cancel = new Cancel();
    after(Duration.ofMillis(200), cancel::cancel);
    failures.add(codeOf(client, invoice, KeyedCallOptions.none().withCancel(cancel)));
    setFaults(fault("stall"));
    var reader = Thread.currentThread();
    after(Duration.ofSeconds(2), reader::interrupt);
    failures.add(codeOf(client, invoice, KeyedCallOptions.none()));
    // It stays interrupted until it is asked.
    if (!Thread.interrupted()) {
      failures.add("not interrupted");
    }
    setFaults(fault("hang"));
    failures.add(codeOf(client, invoice, KeyedCallOptions.none().withTimeout(Duration.ofMillis(200))));
    // The first wait before a second try is longer than the time that this call has: it must not meet a dead connection.
    setFaults(fault("leave"), fault("hang"));
    client.renderPdf(CANVAS, invoice).bytes();
    Thread.sleep(200);
    failures.add(codeOf(client, invoice, KeyedCallOptions.none().withTimeout(Duration.ofMillis(100))));
    return failures;
  }
}
