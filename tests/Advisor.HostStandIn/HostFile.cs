using System.Text.RegularExpressions;

namespace Advisor.HostStandIn;

/// <summary>What host.json says of queues, as far as this host acts on it.</summary>
/// <param name="BatchSize">Messages taken at once, 1 to 32.</param>
/// <param name="NewBatchThreshold">More are taken when no more than this many are being worked on.</param>
/// <param name="MaxDequeueCount">Tries before a message goes to the poison queue.</param>
/// <param name="VisibilityTimeout">How long a failed message stays out of sight.</param>
public sealed record QueueOptions(
    int BatchSize,
    int NewBatchThreshold,
    int MaxDequeueCount,
    TimeSpan VisibilityTimeout,
    TimeSpan MaxPollingInterval
);

/// <summary>host.json of a custom handler, read to its end.</summary>
public sealed partial record HostFile(
    string Executable,
    IReadOnlyList<string> Arguments,
    QueueOptions Queues,
    string RoutePrefix,
    TimeSpan FunctionTimeout
)
{
    /// <exception cref="HostFileException">Anything missing, wrong or unknown.</exception>
    public static HostFile Load(string folder)
    {
        var root = StrictObject.Load(Path.Combine(folder, "host.json"));
        if (root.Text("version") != "2.0")
        {
            throw root.Wrong("version", "\"2.0\"");
        }

        var (executable, arguments) = Handler(root.Object("customHandler"));
        CheckBundle(root.Object("extensionBundle"));
        var extensions = root.Object("extensions");
        var http = extensions.Object("http");
        var prefix = http.Text("routePrefix", "api");
        http.Done();
        var queues = ReadQueues(extensions.Object("queues"));
        extensions.Done();
        var timeout = root.Span("functionTimeout", TimeSpan.FromMinutes(30));
        CheckLogging(root);
        root.Done();
        return new HostFile(executable, arguments, queues, prefix, timeout);
    }

    private static (string Executable, IReadOnlyList<string> Arguments) Handler(StrictObject handler)
    {
        var description = handler.Object("description");
        var executable = description.Text("defaultExecutablePath");
        var arguments = description.Has("arguments") ? description.Words("arguments") : [];
        description.Done();
        if (!handler.Flag("enableProxyingHttpRequest"))
        {
            throw handler.Wrong("enableProxyingHttpRequest", "true: this host proxies");
        }

        handler.Done();
        return (executable, arguments);
    }

    private static void CheckBundle(StrictObject bundle)
    {
        if (bundle.Text("id") != "Microsoft.Azure.Functions.ExtensionBundle")
        {
            throw bundle.Wrong("id", "Microsoft.Azure.Functions.ExtensionBundle");
        }

        if (!VersionRange().IsMatch(bundle.Text("version")))
        {
            throw bundle.Wrong("version", "a range such as [4.*, 5.0.0)");
        }

        bundle.Done();
    }

    private static QueueOptions ReadQueues(StrictObject queues)
    {
        if (queues.Text("messageEncoding", "base64") != "base64")
        {
            throw queues.Wrong("messageEncoding", "base64: this host knows no other");
        }

        var batch = queues.Whole("batchSize", 1, 32, 16);
        var options = new QueueOptions(
            batch,
            queues.Whole("newBatchThreshold", 0, 1000, batch / 2),
            queues.Whole("maxDequeueCount", 1, 1000, 5),
            queues.Span("visibilityTimeout", TimeSpan.Zero),
            queues.Span("maxPollingInterval", TimeSpan.FromMinutes(1))
        );
        queues.Done();
        return options;
    }

    // Levels and sampling are Azure's business; their names are held here all the same.
    private static void CheckLogging(StrictObject root)
    {
        if (!root.Has("logging"))
        {
            return;
        }

        var logging = root.Object("logging");
        logging.Skip("logLevel");
        if (logging.Has("applicationInsights"))
        {
            var insights = logging.Object("applicationInsights");
            if (insights.Has("samplingSettings"))
            {
                var sampling = insights.Object("samplingSettings");
                sampling.Skip("isEnabled");
                sampling.Skip("excludedTypes");
                sampling.Skip("maxTelemetryItemsPerSecond");
                sampling.Done();
            }

            insights.Done();
        }

        logging.Done();
    }

    [GeneratedRegex(@"^[\[(]\d+\.(\*|\d+\.\d+), ?\d+\.\d+\.\d+[\])]$", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex VersionRange();
}
