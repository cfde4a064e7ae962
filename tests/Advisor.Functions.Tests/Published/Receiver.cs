using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;

namespace Advisor.Functions.Tests.Published;

/// <summary>Takes what is posted to it, as a chat does.</summary>
internal sealed class Receiver : IAsyncDisposable
{
    private LoopbackWeb web = null!;

    private Receiver() { }

    public ConcurrentQueue<string> Bodies { get; } = new();

    public Uri Address => web.Address;

    public static async Task<Receiver> StartAsync(CancellationToken cancellation)
    {
        var receiver = new Receiver();
        receiver.web = await LoopbackWeb.StartAsync(
            async context =>
            {
                using var reader = new StreamReader(context.Request.Body);
                receiver.Bodies.Enqueue(await reader.ReadToEndAsync(cancellation));
                context.Response.StatusCode = StatusCodes.Status202Accepted;
            },
            cancellation
        );
        return receiver;
    }

    public ValueTask DisposeAsync() => web.DisposeAsync();
}
