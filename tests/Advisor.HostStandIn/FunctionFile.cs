using NCrontab;

namespace Advisor.HostStandIn;

/// <summary>What starts a function.</summary>
public abstract record Trigger(string Name);

/// <param name="Schedule">A cron expression of six fields, in UTC.</param>
public sealed record TimerTrigger(string Name, CrontabSchedule Schedule) : Trigger(Name);

public sealed record QueueTrigger(string Name, string Queue) : Trigger(Name)
{
    private const string Poison = "-poison";

    /// <summary>Where messages go that failed too often; null where the queue is such a one itself.</summary>
    public string? PoisonQueue => Queue.EndsWith(Poison, StringComparison.Ordinal) ? null : Queue + Poison;
}

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
        foreach (var binding in root.ReadObjects("bindings"))
        {
            var (type, direction, name) = (binding.ReadText("type"), binding.ReadText("direction"), binding.ReadText("name"));
            switch (type, direction)
            {
                case ("timerTrigger", "in"):
                    triggers.Add(new TimerTrigger(name, ReadCron(binding)));
                    break;
                case ("queueTrigger", "in"):
                    triggers.Add(new QueueTrigger(name, ReadQueue(binding)));
                    break;
                case ("httpTrigger", "in"):
                    triggers.Add(ReadHttp(binding, name));
                    break;
                case ("queue", "out"):
                    outputs.Add(name, ReadQueue(binding));
                    break;
                case ("http", "out"):
                    answersHttp = true;
                    break;
                default:
                    throw binding.CreateWrong("type", $"one that this host knows, not {type} {direction}");
            }

            binding.RequireEnd();
        }

        root.RequireEnd();
        if (triggers.Count != 1 || (triggers[0] is HttpTrigger) != answersHttp || (answersHttp && outputs.Count > 0))
        {
            throw root.CreateWrong("bindings", "one trigger with its outputs; an http trigger with the http answer and nothing else");
        }

        return new FunctionFile(Path.GetFileName(folder), triggers[0], outputs);
    }

    private static CrontabSchedule ReadCron(StrictObject binding) =>
        CrontabSchedule.TryParse(binding.ReadText("schedule"), new CrontabSchedule.ParseOptions { IncludingSeconds = true })
        ?? throw binding.CreateWrong("schedule", "a cron expression of six fields");

    private static string ReadQueue(StrictObject binding)
    {
        if (binding.ReadText("connection") != Connection)
        {
            throw binding.CreateWrong("connection", Connection);
        }

        var name = binding.ReadText("queueName");
        return name.Length is >= 3 and <= 63 && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-')
            ? name
            : throw binding.CreateWrong("queueName", "a queue's name");
    }

    private static HttpTrigger ReadHttp(StrictObject binding, string name)
    {
        var level = binding.ReadText("authLevel");
        if (level is not ("function" or "anonymous"))
        {
            throw binding.CreateWrong("authLevel", "function or anonymous");
        }

        return new HttpTrigger(
            name,
            level == "anonymous",
            [.. binding.ReadWords("methods").Select(method => method.ToUpperInvariant())],
            binding.ReadText("route")
        );
    }
}
