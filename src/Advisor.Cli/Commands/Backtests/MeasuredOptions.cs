using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options for reading a file of measured metrics.</summary>
/// <param name="Units">Units in force, if the file does not contain them; null = the file must contain them.</param>
/// <param name="Workload">The declared workload; null = inferred.</param>
/// <param name="CountsServerLeg">
/// Whether the traffic includes the leg to the app servers; null = determined from the resource, and not included in a file.
/// </param>
public sealed record MeasuredOptions(int? Units, Workload? Workload, bool? CountsServerLeg = null);
