using Advisor.Functions.Invocations;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tick;

namespace Advisor.Functions.Triggers;

/// <summary>All functions with a payload, by folder name in functions/app.</summary>
internal static class FunctionList
{
    public static void AddFunctions(this IServiceCollection services) =>
        services
            .AddSingleton<Heartbeat>()
            .AddSingleton<DeadLetterQueue>()
            .AddSingleton<NoteFilter>()
            .AddSingleton<TickFunction>()
            .AddSingleton<EvaluateBatchFunction>()
            .AddSingleton<ApplyChangeFunction>()
            .AddSingleton<DeliverFunction>();

    public static void MapFunctions(this WebApplication app)
    {
        app.MapFunction("Tick", app.Services.GetRequiredService<TickFunction>().RunAsync);
        app.MapQueue(
            "EvaluateBatch",
            "advisor-evaluate",
            EvaluationBatch.Parse,
            app.Services.GetRequiredService<EvaluateBatchFunction>().RunAsync
        );
        app.MapQueue("ApplyChange", "advisor-change", OutboxKey.Parse, app.Services.GetRequiredService<ApplyChangeFunction>().RunAsync);
        app.MapQueue("Deliver", "advisor-deliver", OutboxKey.Parse, app.Services.GetRequiredService<DeliverFunction>().RunAsync);
    }

    /// <summary>Maps the function of a queue and that of its poison queue. A message that cannot be read is dead-lettered too.</summary>
    private static void MapQueue<T>(
        this WebApplication app,
        string name,
        string queue,
        Func<string, (T? Message, string? Problem)> parse,
        Func<T, CancellationToken, Task<InvocationResponse>> run
    )
        where T : class
    {
        var deadLetterQueue = app.Services.GetRequiredService<DeadLetterQueue>();
        app.MapFunction(
            name,
            (invocation, cancellation) =>
            {
                var (message, problem) = parse(invocation.ReadText(Bindings.Message) ?? "");
                return message is null ? deadLetterQueue.AddAsync(queue, invocation, problem!, cancellation) : run(message, cancellation);
            }
        );
        app.MapFunction(
            name + "Poison",
            (invocation, cancellation) =>
                deadLetterQueue.AddAsync(queue, invocation, "Every attempt that the host allows has failed; see the log.", cancellation)
        );
    }
}
