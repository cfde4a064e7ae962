using System.CommandLine;
using System.Net.Sockets;
using System.Text.Json;
using Advisor.Cli.Commands.Serve;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor health</c>: asks a running service whether it works, for health checks of images without a shell.</summary>
public static class HealthCommand
{
    private const string Help = """
        Ask a running 'advisor serve', or 'advisor watch' with --serve or --metrics, whether it works. Prints its answer. Exit code 0
        where it works, also while a channel keeps failing (degraded); 11 where it does not, 6 where nothing answers.

        Examples:
          what 'advisor serve' says on this machine
            advisor health
          as the health check of a container
            HEALTHCHECK CMD ["/advisor/advisor", "health", "http://127.0.0.1:9464"]
        """;

    private const int MaxBytes = 4096;

    // As long as a state that does not answer is waited for by the service, and some more.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);

    public static Command Create(CliContext cli)
    {
        var local = ListenAddress.Loopback.GetUrl(ApiServer.DefaultPort).GetLeftPart(UriPartial.Authority);
        var address = new Argument<Uri>("URL")
        {
            Description = $"Address of the service. Default: {local}.",
            DefaultValueFactory = _ => new Uri(local),
            CustomParser = result =>
            {
                var text = result.Tokens[0].Value;
                if (
                    Uri.TryCreate(text, UriKind.Absolute, out var url)
                    && url.Scheme is "http" or "https"
                    && url is { PathAndQuery: "/", UserInfo.Length: 0 }
                )
                {
                    return url;
                }

                result.AddError($"URL must be scheme, host and port alone, such as {local}, not '{UntrustedText.Sanitize(text)}'.");
                return null;
            },
        };
        var command = new Command("health", Help) { address };
        command.SetAction((parse, cancellation) => RunAsync(cli, parse.GetValue(address)!, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(CliContext cli, Uri address, CancellationToken cancellation)
    {
        using var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
        };
        using var http = new HttpClient(handler) { Timeout = Patience, MaxResponseContentBufferSize = MaxBytes };
        try
        {
            using var response = await http.GetAsync(new Uri(address, "/open/health"), cancellation);
            var status = ReadStatus(await response.Content.ReadAsStringAsync(cancellation));
            await cli.Out.WriteLineAsync(status ?? $"no answer of Advisor (HTTP {(int)response.StatusCode})");
            return response.IsSuccessStatusCode && status is not null ? ExitCodes.Success : ExitCodes.CheckFailed;
        }
        catch (Exception e) when (e is HttpRequestException || (e is TaskCanceledException && !cancellation.IsCancellationRequested))
        {
            throw CommandException.CreateUnreachable($"{address.GetLeftPart(UriPartial.Authority)} does not answer: {Describe(e)}.", e);
        }
    }

    private static string? ReadStatus(string body)
    {
        try
        {
            using var json = JsonDocument.Parse(body);
            return
                json.RootElement.ValueKind == JsonValueKind.Object
                && json.RootElement.TryGetProperty("status", out var status)
                && status.ValueKind == JsonValueKind.String
                ? UntrustedText.Sanitize(status.GetString()!)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Describe(Exception e) =>
        e is TaskCanceledException ? $"no response within {Patience.TotalSeconds:0} s"
        : e.InnerException is SocketException socket
            ? socket.SocketErrorCode == SocketError.ConnectionRefused ? "nothing listens there"
                : socket.Message.TrimEnd('.')
        : e is HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError, InnerException: { } tls }
            ? $"no secure connection ({tls.Message.TrimEnd('.')}): use http:// where the service serves no TLS itself"
        : e.Message.TrimEnd('.');
}
