using Advisor.Functions.Invocations;
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
        app.MapFunction("EvaluateBatch", app.Services.GetRequiredService<EvaluateBatchFunction>().RunAsync);
        app.MapFunction("ApplyChange", app.Services.GetRequiredService<ApplyChangeFunction>().RunAsync);
        app.MapFunction("Deliver", app.Services.GetRequiredService<DeliverFunction>().RunAsync);
        app.MapPoison("EvaluateBatchPoison", "advisor-evaluate");
        app.MapPoison("ApplyChangePoison", "advisor-change");
        app.MapPoison("DeliverPoison", "advisor-deliver");
    }

    private static void MapPoison(this WebApplication app, string name, string queue)
    {
        var deadLetterQueue = app.Services.GetRequiredService<DeadLetterQueue>();
        app.MapFunction(
            name,
            (invocation, cancellation) =>
                deadLetterQueue.AddAsync(queue, invocation, "Every attempt that the host allows has failed; see the log.", cancellation)
        );
    }
}
