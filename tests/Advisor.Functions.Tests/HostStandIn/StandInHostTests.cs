using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.Tests;

namespace Advisor.Functions.Tests.HostStandIn;

/// <summary>The stand-in against the shapes of the real host, with an app that writes down what it gets.</summary>
public sealed class StandInHostTests(AzuriteFixture shared) : IClassFixture<AzuriteFixture>, IDisposable
{
    private const string Connection = "\"connection\": \"AzureWebJobsStorage\"";

    private readonly string queue = "work-" + Guid.NewGuid().ToString("N");
    private readonly TemporaryFolder folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task A_timer_fires_at_its_times_and_its_outputs_become_messages()
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, StringEncoding.JsonInJson), Cancellation);

        // 08:00:30 + 2 minutes: 08:01 and 08:02. Each puts two messages on the queue that Work reads.
        await host.AdvanceAsync(TimeSpan.FromMinutes(2));
        await host.WaitUntilIdleAsync(TimeSpan.FromMinutes(1), Cancellation);

        var ticks = ListSeen("/Tick");
        Assert.Equal(2, ticks.Count);
        var timer = ticks[1].GetProperty("body").GetProperty("Data").GetProperty("timer");
        Assert.True(timer.GetProperty("Schedule").GetProperty("AdjustForDST").GetBoolean());
        Assert.False(timer.GetProperty("IsPastDue").GetBoolean());
        Assert.Equal("2026-03-01T08:01:00+00:00", timer.GetProperty("ScheduleStatus").GetProperty("Last").GetString());
        Assert.Equal("2026-03-01T08:02:00+00:00", timer.GetProperty("ScheduleStatus").GetProperty("Next").GetString());
        Assert.Equal("Tick", ticks[1].GetProperty("body").GetProperty("Metadata").GetProperty("sys").GetProperty("MethodName").GetString());
        Assert.Equal(
            ["\"one\"", "\"one\"", "\"{\\\"two\\\":2}\"", "\"{\\\"two\\\":2}\""],
            ListSeen("/Work").Select(ReadMessage).Order(StringComparer.Ordinal)
        );
        Assert.Contains(host.Log, line => line == "[Information] ready value");
        Assert.Contains(host.Log, line => line == "[Information] Tick: said");
    }

    [Fact]
    public async Task Lines_on_stderr_are_errors_unless_they_say_warn_and_lines_on_stdout_are_information_whatever_they_say()
    {
        var azurite = shared.GetOrSkip();
        var options = CreateOptions(azurite, StringEncoding.Plain);
        var settings = new Dictionary<string, string>
        {
            ["SETTING"] = "with a warning",
            ["COMPLAINTS"] = "warning: late|a reWARNed line|broken",
        };
        await using var host = await StandInHost.StartAsync(options with { Settings = settings }, Cancellation);

        await Until.WaitAsync(() => host.Log.Count == 4);

        Assert.Equal(
            ["[Error] broken", "[Information] ready with a warning", "[Warning] a reWARNed line", "[Warning] warning: late"],
            host.Log.Order(StringComparer.Ordinal)
        );
    }

    [Theory]
    [InlineData(StringEncoding.JsonInJson, "\"{\\\"a\\\":1}\"")]
    [InlineData(StringEncoding.Plain, "{\"a\":1}")]
    public async Task A_message_comes_with_its_metadata_in_the_encoding_asked_for(StringEncoding encoding, string expected)
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, encoding), Cancellation);

        await host.Queues.PutAsync(queue, "{\"a\":1}", Cancellation);
        await host.WaitUntilIdleAsync(TimeSpan.FromMinutes(1), Cancellation);

        var seen = Assert.Single(ListSeen("/Work"));
        Assert.Equal(expected, ReadMessage(seen));
        Assert.Equal(
            ["DequeueCount", "ExpirationTime", "Id", "InsertionTime", "NextVisibleTime", "PopReceipt", "sys", "a"],
            seen.GetProperty("body").GetProperty("Metadata").EnumerateObject().Select(member => member.Name)
        );
        Assert.Equal("Azure-Functions-Host/4.0.0", seen.GetProperty("headers").GetProperty("user-agent").GetString());
        Assert.True(Guid.TryParse(seen.GetProperty("headers").GetProperty("x-azure-functions-invocationid").GetString(), out _));
        Assert.Equal("4.0.0", seen.GetProperty("headers").GetProperty("x-azure-functions-hostversion").GetString());
    }

    [Fact]
    public async Task Members_of_a_message_are_metadata_too_in_place_of_the_hosts_own()
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, StringEncoding.JsonInJson), Cancellation);

        await host.Queues.PutAsync(queue, """{"id":"own","list":[1],"part":{"b":2},"none":null}""", Cancellation);
        await host.WaitUntilIdleAsync(TimeSpan.FromMinutes(1), Cancellation);

        var metadata = Assert.Single(ListSeen("/Work")).GetProperty("body").GetProperty("Metadata");
        Assert.Equal("\"own\"", metadata.GetProperty("Id").GetString());
        Assert.Equal(2, metadata.GetProperty("part").GetProperty("b").GetInt32());
        Assert.Equal("part", metadata.EnumerateObject().Last().Name);
    }

    [Theory]
    [InlineData("fail")] // the answer is 500
    [InlineData("wrongtype")] // the answer is not JSON
    public async Task A_message_that_fails_is_tried_as_often_as_host_json_says_and_then_poisoned(string message)
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, StringEncoding.Plain), Cancellation);

        await host.Queues.PutAsync(queue, message, Cancellation);
        await host.WaitUntilIdleAsync(TimeSpan.FromMinutes(1), Cancellation);

        Assert.Equal(
            ["1", "2", "3"],
            ListSeen("/Work").Select(seen => seen.GetProperty("body").GetProperty("Metadata").GetProperty("DequeueCount").GetString())
        );
        Assert.Equal([message], await host.Queues.PeekAsync(queue + "-poison", Cancellation));
    }

    [Theory]
    [InlineData(1, 3, true)] // started again twice, and then no more
    [InlineData(0, 1, true)] // not a failure: never started again
    [InlineData(200, 3, false)] // asks for it, and is counted as no failure
    public async Task What_becomes_of_an_app_that_ends_at_each_of_three_tries_depends_on_its_exit_code(int code, int ends, bool givenUp)
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, StringEncoding.Plain), Cancellation);

        await host.Queues.PutAsync(queue, $"exit{code}", Cancellation);
        await host.WaitUntilIdleAsync(TimeSpan.FromMinutes(1), Cancellation);

        await Until.WaitAsync(() => host.Log.Count(line => line == "[Error] The app ended.") == ends);
        await Until.WaitAsync(() => host.HasGivenUp == givenUp);
        Assert.Equal(3, host.Outcomes.Count(outcome => !outcome.Succeeded));
    }

    [Fact]
    public async Task A_message_of_a_poison_queue_that_fails_stays_there_out_of_sight()
    {
        var azurite = shared.GetOrSkip();
        var options = CreateOptions(azurite, StringEncoding.Plain);
        var poison = queue + "-poison";
        WriteFunction(
            "WorkPoison",
            $"{{\"type\": \"queueTrigger\", \"direction\": \"in\", \"name\": \"message\", \"queueName\": \"{poison}\", {Connection}}}"
        );
        var host = await StandInHost.StartAsync(options, Cancellation);

        await host.Queues.PutAsync(poison, "fail", Cancellation);
        await Until.WaitAsync(() => host.Outcomes.Count > 0);
        await host.DisposeAsync();

        Assert.Equal(1, await host.Queues.CountAsync(poison, Cancellation));
        Assert.Empty(await host.Queues.PeekAsync(poison, Cancellation));
    }

    [Fact]
    public async Task Http_is_passed_on_with_its_path_where_the_key_is_right()
    {
        var azurite = shared.GetOrSkip();
        await using var host = await StandInHost.StartAsync(CreateOptions(azurite, StringEncoding.Plain), Cancellation);
        using var http = new HttpClient();

        Assert.Equal(HttpStatusCode.Unauthorized, (await http.GetAsync(new Uri(host.Address, "/api/x?y=1"), Cancellation)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await http.GetAsync(new Uri(host.Address, "/Work"), Cancellation)).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await http.GetAsync(new Uri(host.Address, "/plain"), Cancellation)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await http.GetAsync(new Uri(host.Address, "/plain/x"), Cancellation)).StatusCode);
        http.DefaultRequestHeaders.Add("x-functions-key", host.Key);
        Assert.Equal("/api/x?y=1 " + host.Key, await http.GetStringAsync(new Uri(host.Address, "/api/x?y=1"), Cancellation));
    }

    [Fact]
    public async Task Nobody_else_gets_the_port_of_an_app_that_does_not_listen_yet()
    {
        var azurite = shared.GetOrSkip();
        var options = CreateOptions(azurite, StringEncoding.Plain);
        var wait = folder.Write("wait", "");
        var starting = StandInHost.StartAsync(options, Cancellation);
        var port = 0;
        await Until.WaitAsync(() => int.TryParse(File.ReadAllText(wait), out port));

        // Without naming TCP .NET leaves SO_REUSEADDR alone: bound as by the system where it looks for a free port.
        using (var other = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Unspecified))
        {
            var refusal = Assert.Throws<SocketException>(() => other.Bind(new IPEndPoint(IPAddress.Loopback, port)));
            Assert.Equal(SocketError.AddressAlreadyInUse, refusal.SocketErrorCode);
        }

        File.Delete(wait);
        await using var host = await starting;
        Assert.Equal(port, host.App.Address.Port);
    }

    [Theory]
    [InlineData("host.json", "\"batchSize\"", "\"batchsize\"", "batchsize is unknown")]
    [InlineData("host.json", "\"version\": \"2.0\"", "\"version\": \"3.0\"", "version must be")]
    [InlineData("Work/function.json", "queueTrigger", "queuetrigger", "not queuetrigger in")]
    [InlineData("Work/function.json", "\"queueName\"", "\"queue\"", "queueName is missing")]
    [InlineData("Tick/function.json", "0 * * * * *", "* * *", "cron expression of six fields")]
    [InlineData("Api/function.json", "\"function\"", "\"admin\"", "authLevel must be")]
    public async Task A_typing_mistake_in_a_file_does_not_pass(string file, string from, string to, string expected)
    {
        WriteApp();
        var path = Path.Combine(folder.Path, file);
        File.WriteAllText(path, File.ReadAllText(path).Replace(from, to, StringComparison.Ordinal));

        var fault = await Assert.ThrowsAsync<HostFileException>(() =>
            StandInHost.StartAsync(
                new StandInOptions
                {
                    Folder = folder.Path,
                    Queues = new Uri("http://127.0.0.1:1"),
                    Account = "a",
                    AccountKey = "",
                },
                Cancellation
            )
        );

        Assert.Contains(expected, fault.Message, StringComparison.Ordinal);
    }

    private static string ReadMessage(JsonElement seen) => seen.GetProperty("body").GetProperty("Data").GetProperty("message").GetString()!;

    private StandInOptions CreateOptions(Azurite azurite, StringEncoding encoding)
    {
        WriteApp();
        return new StandInOptions
        {
            Folder = folder.Path,
            Queues = azurite.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            Clock = new DateTimeOffset(2026, 3, 1, 8, 0, 30, TimeSpan.Zero),
            Encoding = encoding,
            Settings = new Dictionary<string, string> { ["SETTING"] = "value" },
        };
    }

    private void WriteApp()
    {
        folder.Write(
            "host.json",
            """
            {"version": "2.0",
             "customHandler": {"description": {"defaultExecutablePath": "fake-app"}, "enableProxyingHttpRequest": true},
             "extensionBundle": {"id": "Microsoft.Azure.Functions.ExtensionBundle", "version": "[4.*, 5.0.0)"},
             "extensions": {"http": {"routePrefix": ""}, "queues": {"batchSize": 4, "maxDequeueCount": 3, "visibilityTimeout": "00:00:00"}}}
            """
        );
        WriteFunction(
            "Tick",
            "{\"type\": \"timerTrigger\", \"direction\": \"in\", \"name\": \"timer\", \"schedule\": \"0 * * * * *\"}",
            $"{{\"type\": \"queue\", \"direction\": \"out\", \"name\": \"work\", \"queueName\": \"{queue}\", {Connection}}}"
        );
        WriteFunction(
            "Work",
            $"{{\"type\": \"queueTrigger\", \"direction\": \"in\", \"name\": \"message\", \"queueName\": \"{queue}\", {Connection}}}"
        );
        WriteFunction(
            "Api",
            "{\"type\": \"httpTrigger\", \"direction\": \"in\", \"name\": \"req\", \"authLevel\": \"function\", \"methods\": "
                + "[\"get\"], \"route\": \"api/{*path}\"}",
            "{\"type\": \"http\", \"direction\": \"out\", \"name\": \"res\"}"
        );
        WriteFunction(
            "Plain",
            "{\"type\": \"httpTrigger\", \"direction\": \"in\", \"name\": \"req\", \"authLevel\": \"function\", \"methods\": "
                + "[\"get\"], \"route\": \"plain\"}",
            "{\"type\": \"http\", \"direction\": \"out\", \"name\": \"res\"}"
        );
        var app = folder.Write(
            "fake-app",
            File.ReadAllText(RepositoryFiles.GetPath("tests", "Advisor.Functions.Tests", "HostStandIn", "fake-app.js"))
        );
        File.SetUnixFileMode(app, File.GetUnixFileMode(app) | UnixFileMode.UserExecute);
    }

    private void WriteFunction(string name, params string[] bindings) =>
        folder.Write(name + "/function.json", $"{{\"bindings\": [{string.Join(", ", bindings)}]}}");

    private List<JsonElement> ListSeen(string url)
    {
        var path = Path.Combine(folder.Path, "seen");
        return File.Exists(path)
            ?
            [
                .. File.ReadAllLines(path)
                    .Select(line => JsonSerializer.Deserialize<JsonElement>(line))
                    .Where(seen => seen.GetProperty("url").GetString() == url),
            ]
            : [];
    }
}
