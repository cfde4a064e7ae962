using NCrontab;

namespace Advisor.HostStandIn;

/// <summary>What starts a function.</summary>
public abstract record Trigger(string Name);

/// <param name="Schedule">A cron expression of six fields, in UTC.</param>
public sealed record TimerTrigger(string Name, CrontabSchedule Schedule) : Trigger(Name);

public sealed record QueueTrigger(string Name, string Queue) : Trigger(Name);

/// <param name="Anonymous">Whether no key is asked for.</param>
/// <param name="Methods">In capitals.</param>
/// <param name="Route">A literal path such as <c>metrics</c>, or a literal beginning and a rest such as <c>api/{*path}</c>.</param>
public sealed record HttpTrigger(string Name, bool Anonymous, IReadOnlyList<string> Methods, string Route) : Trigger(Name);

/// <summary>A function: its folder's name and its function.json, read to its end.</summary>
/// <param name="Outputs">Queues by the names of output bindings.</param>
public sealed record FunctionFile(string Name, Trigger Trigger, IReadOnlyDictionary<string, string> Outputs)
{
    private const string Connection = "AzureWebJobsStorage";

    /// <summary>The functions of a folder: every folder with a function.json.</summary>
    /// <exception cref="HostFileException">Anything missing, wrong or unknown.</exception>
    public static IReadOnlyList<FunctionFile> LoadAll(string folder) =>
        [
            .. Directory
                .EnumerateDirectories(folder)
                .Where(path => File.Exists(Path.Combine(path, "function.json")))
                .Order(StringComparer.Ordinal)
                .Select(Load),
        ];

    private static FunctionFile Load(string folder)
    {
        var root = StrictObject.Load(Path.Combine(folder, "function.json"));
        var triggers = new List<Trigger>();
        var outputs = new Dictionary<string, string>();
        var answersHttp = false;
        foreach (var binding in root.Objects("bindings"))
        {
            var (type, direction, name) = (binding.Text("type"), binding.Text("direction"), binding.Text("name"));
            switch (type, direction)
            {
                case ("timerTrigger", "in"):
                    triggers.Add(new TimerTrigger(name, Cron(binding)));
                    break;
                case ("queueTrigger", "in"):
                    triggers.Add(new QueueTrigger(name, Queue(binding)));
                    break;
                case ("httpTrigger", "in"):
                    triggers.Add(Http(binding, name));
                    break;
                case ("queue", "out"):
                    outputs.Add(name, Queue(binding));
                    break;
                case ("http", "out"):
                    answersHttp = true;
                    break;
                default:
                    throw binding.Wrong("type", $"one that this host knows, not {type} {direction}");
            }

            binding.Done();
        }

        root.Done();
        if (triggers.Count != 1 || (triggers[0] is HttpTrigger) != answersHttp || (answersHttp && outputs.Count > 0))
        {
            throw root.Wrong("bindings", "one trigger with its outputs; an http trigger with the http answer and nothing else");
        }

        return new FunctionFile(Path.GetFileName(folder), triggers[0], outputs);
    }

    private static CrontabSchedule Cron(StrictObject binding) =>
        CrontabSchedule.TryParse(binding.Text("schedule"), new CrontabSchedule.ParseOptions { IncludingSeconds = true })
        ?? throw binding.Wrong("schedule", "a cron expression of six fields");

    private static string Queue(StrictObject binding)
    {
        if (binding.Text("connection") != Connection)
        {
            throw binding.Wrong("connection", Connection);
        }

        var name = binding.Text("queueName");
        return name.Length is >= 3 and <= 63 && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-')
            ? name
            : throw binding.Wrong("queueName", "a queue's name");
    }

    private static HttpTrigger Http(StrictObject binding, string name)
    {
        var level = binding.Text("authLevel");
        if (level is not ("function" or "anonymous"))
        {
            throw binding.Wrong("authLevel", "function or anonymous");
        }

        return new HttpTrigger(
            name,
            level == "anonymous",
            [.. binding.Words("methods").Select(method => method.ToUpperInvariant())],
            binding.Text("route")
        );
    }
}
