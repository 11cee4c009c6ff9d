// A client of gRPC in Go, made of what the guide generates. It draws a canvas whole and in pieces, and asks for one that
// is not there. Arguments: address, key, canvas, file with data.
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"os"

	platenv1 "example.com/app/gen/platen/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

func main() {
	address, key, canvas := os.Args[1], os.Args[2], os.Args[3]
	data, err := os.ReadFile(os.Args[4])
	must(err)
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	client := platenv1.NewRenderServiceClient(connection)
	ctx := metadata.AppendToOutgoingContext(context.Background(), "x-api-key", key)
	request := &platenv1.RenderCanvasRequest{
		CanvasId: canvas,
		Payload:  &platenv1.RenderCanvasRequest_DataJson{DataJson: data},
	}

	whole, err := client.RenderCanvas(ctx, request)
	must(err)
	stream, err := client.RenderCanvasStream(ctx, request)
	must(err)
	pieces := sha256.New()
	for {
		message, err := stream.Recv()
		if err == io.EOF {
			break
		}
		must(err)
		pieces.Write(message.GetChunk())
	}
	_, err = client.RenderCanvas(ctx, &platenv1.RenderCanvasRequest{CanvasId: "cnv_none"})
	fmt.Printf("%x %x %t\n", sha256.Sum256(whole.Pdf), pieces.Sum(nil), status.Code(err) == codes.NotFound)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
