// A client of gRPC in C#, made of what the guide generates. It draws a canvas whole and in pieces, and asks for one that
// is not there. Arguments: address, key, canvas, file with data.
using System.Security.Cryptography;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Platen.V1;

using var channel = GrpcChannel.ForAddress($"http://{args[0]}");
var client = new RenderService.RenderServiceClient(channel);
var headers = new Metadata { { "x-api-key", args[1] } };
var data = ByteString.CopyFrom(System.IO.File.ReadAllBytes(args[3]));
var request = new RenderCanvasRequest { CanvasId = args[2], DataJson = data };

var whole = (await client.RenderCanvasAsync(request, headers)).Pdf.ToByteArray();
using var pieces = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
using var stream = client.RenderCanvasStream(request, headers);
await foreach (var message in stream.ResponseStream.ReadAllAsync()) pieces.AppendData(message.Chunk.ToByteArray());
var isMissing = "false";
try
{
    await client.RenderCanvasAsync(new RenderCanvasRequest { CanvasId = "cnv_none" }, headers);
}
catch (RpcException refused) when (refused.StatusCode == StatusCode.NotFound)
{
    isMissing = "true";
}
System.Console.WriteLine($"{Hex(SHA256.HashData(whole))} {Hex(pieces.GetHashAndReset())} {isMissing}");

static string Hex(byte[] bytes) => System.Convert.ToHexString(bytes).ToLowerInvariant();
