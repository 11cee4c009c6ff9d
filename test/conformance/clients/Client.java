// A client of gRPC in Java, made of what the guide generates. It draws a canvas whole and in pieces, and asks for one
// that is not there. Arguments: address, key, canvas, file with data.
import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import platen.v1.RenderCanvasRequest;
import platen.v1.RenderServiceGrpc;

public final class Client {
  public static void main(String[] args) throws Exception {
    var headers = new Metadata();
    headers.put(Metadata.Key.of("x-api-key", Metadata.ASCII_STRING_MARSHALLER), args[1]);
    var channel = Grpc.newChannelBuilder(args[0], InsecureChannelCredentials.create()).build();
    var client =
        RenderServiceGrpc.newBlockingStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    var data = ByteString.copyFrom(Files.readAllBytes(Path.of(args[3])));
    var request = RenderCanvasRequest.newBuilder().setCanvasId(args[2]).setDataJson(data).build();

    var whole = client.renderCanvas(request).getPdf().toByteArray();
    var pieces = MessageDigest.getInstance("SHA-256");
    client
        .renderCanvasStream(request)
        .forEachRemaining(message -> pieces.update(message.getChunk().toByteArray()));
    var isMissing = false;
    try {
      client.renderCanvas(RenderCanvasRequest.newBuilder().setCanvasId("cnv_none").build());
    } catch (StatusRuntimeException refused) {
      isMissing = refused.getStatus().getCode() == Status.Code.NOT_FOUND;
    }
    channel.shutdownNow();
    var hex = HexFormat.of();
    var hash = MessageDigest.getInstance("SHA-256").digest(whole);
    System.out.println(hex.formatHex(hash) + " " + hex.formatHex(pieces.digest()) + " " + isMissing);
  }
}
