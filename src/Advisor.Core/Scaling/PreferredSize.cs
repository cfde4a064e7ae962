namespace Advisor.Core.Scaling;

/// <summary>Size that a decision prefers before the guards.</summary>
/// <param name="Step">Preferred step of the ladder.</param>
/// <param name="Code">Code of the reason.</param>
/// <param name="OwnStep">Step for the load of the resource alone, which other endpoints of its group follow; of a pinned size, too.</param>
internal readonly record struct PreferredSize(int Step, string Code, int OwnStep);
