using System.Net;

namespace Advisor.Tests;

/// <summary>Answers every request with a body that never ends: the start of a text, then spaces, until the caller hangs up.</summary>
internal sealed class EndlessServer : IAsyncDisposable
{
    private static readonly byte[] Spaces = [.. Enumerable.Repeat((byte)' ', 64 * 1024)];

    private readonly HttpListener listener;
    private readonly Task serving;
    private readonly byte[] start;
    private long sent;

    /// <param name="start">What the body begins with, such as the start of a JSON document.</param>
    public EndlessServer(string start = """{"value":[ """)
    {
        this.start = System.Text.Encoding.UTF8.GetBytes(start);
        (listener, var address) = LoopbackListener.Start();
        Address = new Uri(address);
        serving = ServeAsync();
    }

    public Uri Address { get; }

    /// <summary>Bytes that were taken from all bodies together.</summary>
    public long Sent => Interlocked.Read(ref sent);

    public async ValueTask DisposeAsync()
    {
        listener.Close();
        await serving;
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                _ = AnswerAsync(await listener.GetContextAsync());
            }
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
        {
            // Closed.
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        try
        {
            context.Response.ContentType = "application/json";
            context.Response.SendChunked = true;
            await context.Response.OutputStream.WriteAsync(start);
            while (true)
            {
                await context.Response.OutputStream.WriteAsync(Spaces);
                Interlocked.Add(ref sent, Spaces.Length);
            }
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException or IOException)
        {
            // The caller has hung up.
        }
    }
}
